package io.trainyard.core.leader;

import io.trainyard.core.kube.KubeApi;
import io.trainyard.foundation.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** An elector that remembers what it was told. */
final class Candidate implements LeaderListener {
    final List<String> told = new ArrayList<>();
    final LeaderElector elector;
    /** Of the event loop that would reconcile. */
    Supplier<Duration> heartbeatAge = () -> Duration.ZERO;

    Candidate(String identity, KubeApi api, TimeSource time) {
        this(identity, api, time, Rhythm.SLOW);
    }

    Candidate(String identity, KubeApi api, TimeSource time, Rhythm rhythm) {
        this(identity, api, time, rhythm, api::update);
    }

    Candidate(String identity, KubeApi api, TimeSource time, Rhythm rhythm, LeaseRenewal renewal) {
        LeaderConfig config = new LeaderConfig(
                "kubeflow-system", "trainer", identity, rhythm.leaseDuration, rhythm.renewDeadline, rhythm.retryPeriod);
        this.elector = new LeaderElector(config, api, time, () -> 0.5, () -> heartbeatAge.get(), renewal, this);
    }

    /** Whether it has lost the lead and not won it again. */
    boolean hasLost() {
        List<String> terms = terms();
        return !terms.isEmpty() && terms.get(terms.size() - 1).equals("lost");
    }

    /** What it was told of its terms: elected, lost, and so on. */
    List<String> terms() {
        return told.stream()
                .filter(word -> word.equals("elected") || word.startsWith("lost"))
                .map(word -> word.split(":", 2)[0])
                .toList();
    }

    /** Its event loop does not run from now on. */
    void hangsFrom(TimeSource time) {
        long last = time.nanos();
        heartbeatAge = () -> Duration.ofNanos(time.nanos() - last);
    }

    /** Times of an election. */
    enum Rhythm {
        /** As Kubeflow Trainer is shipped. */
        SLOW(Duration.ofSeconds(15), Duration.ofSeconds(10), Duration.ofSeconds(2)),
        /** Our defaults. */
        FAST(Duration.ofSeconds(4), Duration.ofMillis(3_500), Duration.ofMillis(300));

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
