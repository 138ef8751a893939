package io.trainyard.local.kubelet.life;

import static io.trainyard.local.kubelet.life.Pods.NOW;
import static io.trainyard.local.kubelet.life.Pods.container;
import static io.trainyard.local.kubelet.life.Pods.ended;
import static io.trainyard.local.kubelet.life.Pods.prepared;
import static io.trainyard.local.kubelet.life.Pods.running;
import static io.trainyard.local.kubelet.life.Pods.spec;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** POD-02 to POD-06. */
final class PodDeciderTest {
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
        assertThat(PodDecider.decide(PodLife.fresh(spec(FULL.formatted("Never")), NOW), NOW))
                .containsExactly(new Step.Prepare());
    }

    @Test
    void initContainersTakeTurnsAndSidecarsStayWhileMainsStartTogether() {
        PodLife pod = prepared(spec(FULL.formatted("Never")));

        assertThat(PodDecider.decide(pod, NOW)).containsExactly(new Step.Start(container(pod, "init")));
        pod = ended(running(pod, "init"), "init", 0);
        assertThat(PodDecider.decide(pod, NOW)).containsExactly(new Step.Start(container(pod, "side-a")));
        pod = running(pod, "side-a");
        assertThat(PodDecider.decide(pod, NOW)).containsExactly(new Step.Start(container(pod, "side-b")));
        pod = running(pod, "side-b");
        assertThat(PodDecider.decide(pod, NOW))
                .containsExactly(new Step.Start(container(pod, "one")), new Step.Start(container(pod, "two")));
    }

    @Test
    void sidecarsStopOneByOneInReverseOrderAfterTheMains() {
        PodLife pod = ended(running(prepared(spec(FULL.formatted("Never"))), "init"), "init", 0);
        pod = running(running(running(running(pod, "side-a"), "side-b"), "one"), "two");
        pod = ended(ended(pod, "one", 0), "two", 0);

        assertThat(PodDecider.decide(pod, NOW)).containsExactly(new Step.Stop(container(pod, "side-b")));
        assertThat(Phase.of(pod)).isEqualTo(Phase.RUNNING);
        pod = ended(pod, "side-b", 143);
        assertThat(PodDecider.decide(pod, NOW)).containsExactly(new Step.Stop(container(pod, "side-a")));
        pod = ended(pod, "side-a", 143);
        assertThat(PodDecider.decide(pod, NOW)).containsExactly(new Step.Finish());
        assertThat(Phase.of(pod)).isEqualTo(Phase.SUCCEEDED);
    }

    @Test
    void aFailedMainIsStartedAgainAtOnceAndThenAfterEverLongerWaits() {
        PodLife pod =
                prepared(spec("{metadata: {name: p}, spec: {restartPolicy: OnFailure, containers: [{name: one}]}}"));

        pod = ended(running(pod, "one"), "one", 1);
        assertThat(PodDecider.decide(pod, NOW.plusSeconds(1))).containsExactly(new Step.Start(container(pod, "one")));
        pod = ended(running(pod, "one"), "one", 1);
        assertThat(PodDecider.decide(pod, NOW.plusSeconds(1))).containsExactly(new Step.Wait(NOW.plusSeconds(2)));
        pod = ended(running(pod, "one"), "one", 1);
        assertThat(PodDecider.decide(pod, NOW.plusSeconds(1))).containsExactly(new Step.Wait(NOW.plusSeconds(3)));
        assertThat(pod.of(container(pod, "one")).restarts()).isEqualTo(2);
        assertThat(Phase.of(pod)).isEqualTo(Phase.RUNNING);
    }

    @Test
    void theWaitHasALimitAndBeginsAnewAfterAQuietTime() {
        BackOff backOff = new BackOff(Duration.ofSeconds(10), Duration.ofSeconds(300), Duration.ofMinutes(10));

        assertThat(backOff.after(1)).isZero();
        assertThat(backOff.after(2)).hasSeconds(10);
        assertThat(backOff.after(6)).hasSeconds(160);
        assertThat(backOff.after(7)).hasSeconds(300);
        assertThat(backOff.after(1_000_000)).hasSeconds(300);
    }

    @Test
    void aPodThatNeverRestartsFailsWithItsLastContainer() {
        PodLife pod = ended(running(prepared(spec(FULL.formatted("Never"))), "init"), "init", 5);

        assertThat(PodDecider.decide(pod, NOW)).containsExactly(new Step.Finish());
        assertThat(Phase.of(pod)).isEqualTo(Phase.FAILED);
    }

    @Test
    void aDeletedPodStopsWhatRunsAndStartsNothing() {
        PodLife pod =
                running(prepared(spec("{metadata: {name: p}, spec: {containers: [{name: one}, {name: two}]}}")), "one");
        pod = pod.ending(new PodEnd("", "", Duration.ofSeconds(5), NOW));

        assertThat(PodDecider.decide(pod, NOW)).containsExactly(new Step.Stop(container(pod, "one")));
    }
}
