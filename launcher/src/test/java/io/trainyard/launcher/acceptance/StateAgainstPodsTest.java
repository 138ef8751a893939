package io.trainyard.launcher.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.trainyard.spi.model.TrainJob;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class StateAgainstPodsTest {
    private static final Pod READY = pod("node", "Running", "True");
    private static final Pod CRASHING = pod("node", "Running", "False");
    private static final Pod ENDED = pod("node", "Succeeded", "False");
    private static final Pod LAUNCHER = pod("launcher", "Running", "True");

    @Test
    void whatAgreesIsNoContradiction() {
        assertThat(judge("phase: Running, nodes: 2, readyNodes: 2", READY, READY))
                .isEmpty();
        assertThat(judge("phase: Starting, nodes: 2, readyNodes: 0", READY, CRASHING))
                .isEmpty();
        assertThat(judge("phase: Pending, state: 'Pending: no room', nodes: 2")).isEmpty();
        assertThat(judge("phase: Complete, nodes: 2, conditions: [{type: Complete, status: 'True'}]", ENDED, ENDED))
                .isEmpty();
        assertThat(judge("phase: Suspended, conditions: [{type: Suspended, status: 'True'}]"))
                .isEmpty();
    }

    @Test
    void aRunningJobWithoutAllItsNodesIsOne() {
        assertThat(judge("phase: Running, nodes: 2, readyNodes: 2", READY, CRASHING))
                .hasSize(2)
                .allMatch(text -> text.contains("with 2 pods alive and 1 ready of 2 nodes"));
    }

    @Test
    void columnsThatCountOtherNodesAreOne() {
        assertThat(judge("phase: Running, nodes: 1, readyNodes: 1", READY, READY))
                .anyMatch(text -> text.contains("READY is 1"))
                .anyMatch(text -> text.contains("NODES is 1"));
    }

    @Test
    void anEndWithPodsAliveIsOne() {
        assertThat(judge("phase: Complete, conditions: [{type: Complete, status: 'True'}]", READY))
                .singleElement()
                .asString()
                .contains("the condition is [Complete], with 1 pods alive");
    }

    @Test
    void aPhaseThatNoConditionSaysIsOne() {
        assertThat(judge("phase: Failed, nodes: 2")).isNotEmpty();
        assertThat(judge("phase: Running, nodes: 2, conditions: [{type: Complete, status: 'True'}]"))
                .isNotEmpty();
    }

    @Test
    void readyCountsTheNodesOfAJobTogether() {
        Map<String, Integer> sizes = Map.of("launcher", 1, "node", 2);

        assertThat(judge(sizes, 3, "phase: Running, nodes: 3, readyNodes: 3", LAUNCHER, READY, READY))
                .isEmpty();
        assertThat(judge(sizes, 3, "phase: Starting, nodes: 3, readyNodes: 1", LAUNCHER, READY, CRASHING))
                .isEmpty();
        assertThat(judge(sizes, 3, "phase: Running, nodes: 1, readyNodes: 1", LAUNCHER, READY, CRASHING))
                .hasSize(2);
        assertThat(judge(sizes, 3, "phase: Starting, nodes: 3, readyNodes: 3", LAUNCHER, READY, CRASHING))
                .hasSize(1);
    }

    private static List<String> judge(String status, Pod... pods) {
        return judge(Map.of("node", 2), 2, status, pods);
    }

    private static List<String> judge(Map<String, Integer> sizes, int wanted, String status, Pod... pods) {
        TrainJob job = Serialization.unmarshal("metadata: {name: job}\nstatus: {%s}".formatted(status), TrainJob.class);
        return StateAgainstPods.contradictions(job, wanted, sizes, List.of(pods));
    }

    private static Pod pod(String job, String phase, String ready) {
        return new PodBuilder()
                .withNewMetadata()
                .addToLabels("batch.kubernetes.io/job-name", job)
                .endMetadata()
                .withNewStatus()
                .withPhase(phase)
                .addNewCondition()
                .withType("Ready")
                .withStatus(ready)
                .endCondition()
                .endStatus()
                .build();
    }
}
