package io.trainyard.local.kubelet.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import io.trainyard.local.kubelet.environment.ConfigurationException;
import io.trainyard.local.kubelet.spec.ContainerSpec;
import io.trainyard.local.kubelet.spec.PodSpec;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** LOCAL-71. */
final class GpuPoolTest {
    private static ContainerSpec asking(String limits) {
        return PodSpec.of(Tree.object(
                        Yaml.parse("{metadata: {name: p}, spec: {containers: [{name: main, resources: {limits: "
                                + limits + "}}]}}")))
                .containers()
                .get(0);
    }

    private static List<Gpu> cards(int count) {
        return IntStream.range(0, count)
                .mapToObj(index -> new Gpu(Gpu.NVIDIA, Integer.toString(index)))
                .toList();
    }

    @Property(seed = "20260101")
    void noTwoContainersHaveTheSameGpu(@ForAll @Size(max = 12) List<@IntRange(min = 1, max = 4) Integer> wishes) {
        GpuPool pool = new GpuPool(cards(8), false);
        Set<Gpu> taken = new HashSet<>();
        int free = 8;
        for (int i = 0; i < wishes.size(); i++) {
            int wish = wishes.get(i);
            String key = "pod-" + i;
            if (wish > free) {
                assertThatThrownBy(() -> pool.assign(key, asking("{nvidia.com/gpu: " + wish + "}")))
                        .isInstanceOf(ConfigurationException.class);
                continue;
            }
            List<Gpu> given =
                    pool.assign(key, asking("{nvidia.com/gpu: " + wish + "}")).gpus();
            assertThat(given).hasSize(wish);
            given.forEach(gpu -> assertThat(taken.add(gpu)).isTrue());
            free -= wish;
        }
    }

    @Test
    void whatAContainerHadIsFreeWhenItEnds() {
        GpuPool pool = new GpuPool(cards(1), false);
        pool.assign("a", asking("{nvidia.com/gpu: 1}"));

        assertThatThrownBy(() -> pool.assign("b", asking("{nvidia.com/gpu: 1}")))
                .hasMessageContaining("of the 1 of this machine only 0 are free")
                .hasMessageContaining("--share-gpus");
        pool.release("a");

        assertThat(pool.assign("b", asking("{nvidia.com/gpu: 1}")).gpus()).containsExactlyElementsOf(cards(1));
    }

    @Test
    void sharedGpusAreSpreadOverThePods() {
        GpuPool pool = new GpuPool(cards(2), true);

        assertThat(List.of("a", "b", "c").stream().map(key -> pool.assign(key, asking("{nvidia.com/gpu: 1}"))
                        .gpus()
                        .get(0)
                        .id()))
                .containsExactly("0", "1", "0");
    }

    @Test
    void whoAsksForMoreThanThereAreGetsAllWithAWarning() {
        GpuPool.Assignment assignment = new GpuPool(cards(2), false).assign("a", asking("{nvidia.com/gpu: \"8\"}"));

        assertThat(assignment.gpus()).hasSize(2);
        assertThat(assignment.warning()).contains("asks for 8 nvidia.com/gpu").contains("2; it gets these");
    }

    @Test
    void withoutAnyGpuAContainerRunsOnTheProcessorWithAWarning() {
        GpuPool.Assignment assignment = new GpuPool(List.of(), false).assign("a", asking("{nvidia.com/gpu: 1}"));

        assertThat(assignment.gpus()).isEmpty();
        assertThat(assignment.warning()).contains("none");
        assertThat(new GpuPool(List.of(), false).assign("a", asking("{cpu: 4}")))
                .isEqualTo(GpuPool.Assignment.NONE);
    }

    @Test
    void slicesServeTheirOwnNameAndCountAsGpusWhereThereIsNothingElse() {
        Gpu slice = new Gpu("nvidia.com/mig-1g.5gb", "MIG-1");
        Gpu other = new Gpu("nvidia.com/mig-1g.5gb", "MIG-2");

        assertThat(new GpuPool(List.of(slice), false)
                        .assign("a", asking("{nvidia.com/mig-1g.5gb: 1}"))
                        .gpus())
                .containsExactly(slice);
        assertThat(new GpuPool(List.of(slice, other), false)
                        .assign("a", asking("{nvidia.com/gpu: 2}"))
                        .gpus())
                .containsExactly(slice, other);
        assertThat(new GpuPool(List.of(slice, new Gpu(Gpu.NVIDIA, "1")), false)
                        .assign("a", asking("{nvidia.com/gpu: 1}"))
                        .gpus())
                .containsExactly(new Gpu(Gpu.NVIDIA, "1"));
    }

    @Test
    void theNodeOffersWhatThereIs() {
        assertThat(new GpuPool(List.of(new Gpu(Gpu.AMD, "0"), new Gpu(Gpu.AMD, "1")), false).capacity())
                .containsExactly(java.util.Map.entry("amd.com/gpu", "2"));
    }
}
