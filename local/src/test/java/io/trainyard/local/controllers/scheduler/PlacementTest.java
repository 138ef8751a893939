package io.trainyard.local.controllers.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Who gets the machine. */
final class PlacementTest {
    private static final ResourceList MACHINE =
            ResourceList.parse(Map.of("cpu", "4", "memory", "8Gi", "nvidia.com/gpu", "1", "pods", "100"));

    private static Gang gang(int pods, String requests) {
        Map<String, Object> pod = Tree.object(
                Yaml.parse("{spec: {containers: [{name: main, resources: {requests: " + requests + "}}]}}"));
        return new Gang(
                Map.of(),
                Instant.EPOCH,
                IntStream.range(0, pods).mapToObj(i -> pod).collect(Collectors.toList()));
    }

    private static ResourceList amounts(String cpu) {
        return ResourceList.parse(Map.of("cpu", cpu));
    }

    private static List<Boolean> starts(List<Placement> placements) {
        return placements.stream().map(Placement::starts).toList();
    }

    @Test
    @DisplayName("LOCAL-54: all pods of a gang or none")
    void aGangThatDoesNotFitAsAWholeWaits() {
        List<Placement> placements = Placement.of(List.of(gang(3, "{cpu: 1}")), MACHINE, amounts("1500m"), false);

        assertThat(starts(placements)).containsExactly(false);
        assertThat(placements.get(0).message()).isEqualTo("0/1 nodes are available: 1 Insufficient cpu.");
    }

    @Test
    @DisplayName("LOCAL-54: nobody overtakes the one who waits")
    void smallGangsDoNotOvertake() {
        List<Placement> placements = Placement.of(
                List.of(gang(2, "{cpu: 1}"), gang(3, "{cpu: 1}"), gang(1, "{cpu: 1}")),
                MACHINE,
                ResourceList.NONE,
                false);

        assertThat(starts(placements)).containsExactly(true, false, false);
        assertThat(placements.get(2).message()).contains("first in line");
    }

    @Test
    @DisplayName("LOCAL-54: more than there is: cut, with a warning")
    void whoWantsTooMuchGetsAllThereIs() {
        List<Placement> placements = Placement.of(
                List.of(gang(2, "{cpu: 8, nvidia.com/gpu: 1, memory: 1Gi}")), MACHINE, ResourceList.NONE, false);

        assertThat(starts(placements)).containsExactly(true);
        assertThat(placements.get(0).message())
                .isEqualTo(
                        "2 pods together: 16 cpu wanted, 4 there; 2 nvidia.com/gpu wanted, 1 there; it runs with what there is");
    }

    @Test
    void whoWantsTooMuchWaitsForTheOthersToEnd() {
        assertThat(starts(Placement.of(List.of(gang(1, "{cpu: 64}")), MACHINE, amounts("1"), false)))
                .containsExactly(false);
    }

    @Test
    @DisplayName("LOCAL-54: strict: it never starts, and nobody waits for it")
    void strictMachinesRefuse() {
        List<Placement> placements =
                Placement.of(List.of(gang(1, "{cpu: 64}"), gang(1, "{cpu: 1}")), MACHINE, ResourceList.NONE, true);

        assertThat(starts(placements)).containsExactly(false, true);
        assertThat(placements.get(0).message())
                .contains("64 cpu wanted, 4 there")
                .contains("ask for less");
    }

    @Test
    void aMachineWithoutGpusRunsPodsThatWantSome() {
        ResourceList laptop = ResourceList.parse(Map.of("cpu", "4", "pods", "100"));

        assertThat(starts(Placement.of(
                        List.of(gang(1, "{nvidia.com/gpu: 1}"), gang(1, "{nvidia.com/gpu: 1}")),
                        laptop,
                        ResourceList.NONE,
                        false)))
                .containsExactly(true, true);
    }

    @Test
    void initContainersCountAsFarAsTheyNeedMore() {
        Map<String, Object> pod = Tree.object(
                Yaml.parse(
                        """
                spec:
                  initContainers:
                  - {name: one, resources: {requests: {cpu: 3}}}
                  - {name: proxy, restartPolicy: Always, resources: {requests: {cpu: 500m}}}
                  containers:
                  - {name: a, resources: {requests: {cpu: 1, memory: 1Gi}}}
                  - {name: b, resources: {requests: {cpu: 1}}}
                """));

        assertThat(ResourceList.ofPod(pod).get("cpu")).isEqualByComparingTo("3");
        assertThat(ResourceList.ofPod(pod).get("memory")).isEqualByComparingTo("1073741824");
    }
}
