package io.trainyard.core.leader;

import io.trainyard.core.kube.KubeApi;
import io.trainyard.foundation.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** An elector that remembers what it was told. */
final class Candidate implements LeaderListener {
    final List<String> told = new ArrayList<>();
    final LeaderElector elector;

    Candidate(String identity, KubeApi api, TimeSource time) {
        this(identity, api, time, Rhythm.SLOW);
    }

    Candidate(String identity, KubeApi api, TimeSource time, Rhythm rhythm) {
        LeaderConfig config = LeaderConfig.of(
                        "kubeflow-system", "trainer", rhythm.leaseDuration, rhythm.renewDeadline, rhythm.retryPeriod)
                .withIdentity(identity);
        this.elector = new LeaderElector(config, api, time, () -> 0.5, this);
    }

    /** Times of an election. */
    enum Rhythm {
        /** As Kubeflow Trainer is shipped. */
        SLOW(Duration.ofSeconds(15), Duration.ofSeconds(10), Duration.ofSeconds(2)),
        /** Our defaults. */
        FAST(Duration.ofSeconds(4), Duration.ofSeconds(3), Duration.ofMillis(300));

        private final Duration leaseDuration;
        private final Duration renewDeadline;
        private final Duration retryPeriod;

        Rhythm(Duration leaseDuration, Duration renewDeadline, Duration retryPeriod) {
            this.leaseDuration = leaseDuration;
            this.renewDeadline = renewDeadline;
            this.retryPeriod = retryPeriod;
        }
    }

    @Override
    public void elected() {
        told.add("elected");
    }

    @Override
    public void lost(String reason) {
        told.add("lost: " + reason);
    }

    @Override
    public void leaderChanged(String identity) {
        told.add("leader " + identity);
    }
}
