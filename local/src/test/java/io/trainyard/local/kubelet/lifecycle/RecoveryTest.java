package io.trainyard.local.kubelet.lifecycle;

import static io.trainyard.local.kubelet.lifecycle.Pods.NOW;
import static io.trainyard.local.kubelet.lifecycle.Pods.RULES;
import static io.trainyard.local.kubelet.lifecycle.Pods.container;
import static io.trainyard.local.kubelet.lifecycle.Pods.spec;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What an earlier kubelet has begun is not run a second time as if nothing had happened. */
final class RecoveryTest {
    private static final String LOST =
            """
            metadata: {name: p}
            spec: {restartPolicy: %s, containers: [{name: one}]}
            status:
              startTime: "2025-12-31T23:00:00Z"
              containerStatuses: [{name: one, restartCount: 2, state: {running: {startedAt: "2025-12-31T23:59:00Z"}}}]
            """;

    @Test
    void aContainerThatRanIsLostAndItsPodFailsWhenItNeverRestarts() {
        PodState pod = Recovery.resume(spec(LOST.formatted("Never")), RULES, NOW);

        assertThat(PodPhase.of(pod)).isEqualTo(PodPhase.FAILED);
        assertThat(pod.of(container(pod, "one")).restarts()).isEqualTo(2);
    }

    @Test
    void aContainerThatRanIsStartedAgainWhenItsPolicySaysSo() {
        PodState pod =
                Recovery.resume(spec(LOST.formatted("OnFailure")), RULES, NOW).nowPrepared();

        assertThat(PodActions.compute(pod, NOW)).containsExactly(new PodAction.Start(container(pod, "one")));
        assertThat(pod.of(container(pod, "one")).runs()).isEqualTo(3);
    }

    @Test
    void aPodOfWhichNothingHasRunIsFresh() {
        PodState pod = Recovery.resume(spec("{metadata: {name: p}, spec: {containers: [{name: one}]}}"), RULES, NOW);

        assertThat(pod).isEqualTo(PodState.fresh(pod.spec(), NOW));
    }
}
