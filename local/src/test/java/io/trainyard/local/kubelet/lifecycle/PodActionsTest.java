package io.trainyard.local.kubelet.lifecycle;

import static io.trainyard.local.kubelet.lifecycle.Pods.NOW;
import static io.trainyard.local.kubelet.lifecycle.Pods.container;
import static io.trainyard.local.kubelet.lifecycle.Pods.ended;
import static io.trainyard.local.kubelet.lifecycle.Pods.prepared;
import static io.trainyard.local.kubelet.lifecycle.Pods.running;
import static io.trainyard.local.kubelet.lifecycle.Pods.spec;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** POD-02 to POD-06. */
final class PodActionsTest {
    private static final String FULL =
            """
            metadata: {name: p, uid: u}
            spec:
              restartPolicy: %s
              initContainers:
              - {name: init}
              - {name: side-a, restartPolicy: Always}
              - {name: side-b, restartPolicy: Always}
              containers: [{name: one}, {name: two}]
            """;

    @Test
    void nothingStartsBeforeTheVolumesAreThere() {
        assertThat(PodActions.compute(PodState.fresh(spec(FULL.formatted("Never")), NOW), NOW))
                .containsExactly(new PodAction.Prepare());
    }

    @Test
    void initContainersTakeTurnsAndSidecarsStayWhileMainsStartTogether() {
        PodState pod = prepared(spec(FULL.formatted("Never")));

        assertThat(PodActions.compute(pod, NOW)).containsExactly(new PodAction.Start(container(pod, "init")));
        pod = ended(running(pod, "init"), "init", 0);
        assertThat(PodActions.compute(pod, NOW)).containsExactly(new PodAction.Start(container(pod, "side-a")));
        pod = running(pod, "side-a");
        assertThat(PodActions.compute(pod, NOW)).containsExactly(new PodAction.Start(container(pod, "side-b")));
        pod = running(pod, "side-b");
        assertThat(PodActions.compute(pod, NOW))
                .containsExactly(
                        new PodAction.Start(container(pod, "one")), new PodAction.Start(container(pod, "two")));
    }

    @Test
    void sidecarsStopOneByOneInReverseOrderAfterTheMains() {
        PodState pod = ended(running(prepared(spec(FULL.formatted("Never"))), "init"), "init", 0);
        pod = running(running(running(running(pod, "side-a"), "side-b"), "one"), "two");
        pod = ended(ended(pod, "one", 0), "two", 0);

        assertThat(PodActions.compute(pod, NOW)).containsExactly(new PodAction.Stop(container(pod, "side-b")));
        assertThat(PodPhase.of(pod)).isEqualTo(PodPhase.RUNNING);
        pod = ended(pod, "side-b", 143);
        assertThat(PodActions.compute(pod, NOW)).containsExactly(new PodAction.Stop(container(pod, "side-a")));
        pod = ended(pod, "side-a", 143);
        assertThat(PodActions.compute(pod, NOW)).containsExactly(new PodAction.Finish());
        assertThat(PodPhase.of(pod)).isEqualTo(PodPhase.SUCCEEDED);
    }

    @Test
    void aFailedMainIsStartedAgainAtOnceAndThenAfterEverLongerWaits() {
        PodState pod =
                prepared(spec("{metadata: {name: p}, spec: {restartPolicy: OnFailure, containers: [{name: one}]}}"));

        pod = ended(running(pod, "one"), "one", 1);
        assertThat(PodActions.compute(pod, NOW.plusSeconds(1)))
                .containsExactly(new PodAction.Start(container(pod, "one")));
        pod = ended(running(pod, "one"), "one", 1);
        assertThat(PodActions.compute(pod, NOW.plusSeconds(1))).containsExactly(new PodAction.Wait(NOW.plusSeconds(2)));
        pod = ended(running(pod, "one"), "one", 1);
        assertThat(PodActions.compute(pod, NOW.plusSeconds(1))).containsExactly(new PodAction.Wait(NOW.plusSeconds(3)));
        assertThat(pod.of(container(pod, "one")).restarts()).isEqualTo(2);
        assertThat(PodPhase.of(pod)).isEqualTo(PodPhase.RUNNING);
    }

    @Test
    void theWaitHasALimitAndBeginsAnewAfterAQuietTime() {
        Backoff backoff = new Backoff(Duration.ofSeconds(10), Duration.ofSeconds(300), Duration.ofMinutes(10));

        assertThat(backoff.after(1)).isZero();
        assertThat(backoff.after(2)).hasSeconds(10);
        assertThat(backoff.after(6)).hasSeconds(160);
        assertThat(backoff.after(7)).hasSeconds(300);
        assertThat(backoff.after(1_000_000)).hasSeconds(300);
    }

    @Test
    void aPodThatNeverRestartsFailsWithItsLastContainer() {
        PodState pod = ended(running(prepared(spec(FULL.formatted("Never"))), "init"), "init", 5);

        assertThat(PodActions.compute(pod, NOW)).containsExactly(new PodAction.Finish());
        assertThat(PodPhase.of(pod)).isEqualTo(PodPhase.FAILED);
    }

    @Test
    void aDeletedPodStopsWhatRunsAndStartsNothing() {
        PodState pod =
                running(prepared(spec("{metadata: {name: p}, spec: {containers: [{name: one}, {name: two}]}}")), "one");
        pod = pod.ending(new PodTermination("", "", Duration.ofSeconds(5), NOW));

        assertThat(PodActions.compute(pod, NOW)).containsExactly(new PodAction.Stop(container(pod, "one")));
    }
}
