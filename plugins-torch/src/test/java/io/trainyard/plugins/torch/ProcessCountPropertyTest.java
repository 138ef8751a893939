package io.trainyard.plugins.torch;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.IntOrString;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

final class ProcessCountPropertyTest {

    @Property(seed = "20260101")
    void aNumberIsNeverChanged(
            @ForAll @IntRange(min = 1) int number,
            @ForAll @IntRange(min = 0) int accelerators,
            @ForAll int processors) {
        ProcessCount count = ProcessCount.parse(new IntOrString(number)).orElseThrow();

        assertThat(count.resolve(accelerators, accelerators, processors)).isEqualTo(String.valueOf(number));
    }

    @Property(seed = "20260101")
    void withoutAcceleratorsAutoIsAtLeastOneProcess(@ForAll @IntRange(min = 0) int processors) {
        assertThat(Integer.parseInt(ProcessCount.AUTO.resolve(0, 0, processors)))
                .isEqualTo(Math.max(1, processors));
    }
}
