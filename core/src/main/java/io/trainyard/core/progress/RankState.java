package io.trainyard.core.progress;

import io.trainyard.core.report.RankReport;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What was last heard of one process of a job.
 *
 * @param rank its number in the group
 * @param node number of its node; empty when it did not say
 * @param pod name of its pod; empty where reports carry no token
 * @param received when, by our clock: its age is that of the heartbeat
 * @param step the last step that it finished; empty when it did not say
 * @param stepTime how long that step took; empty when it did not say
 * @param worldSize processes in the group that it formed; empty when it did not say
 */
public record RankState(
        int rank,
        Optional<Integer> node,
        String pod,
        Instant received,
        Optional<Long> step,
        Optional<Duration> stepTime,
        Optional<Integer> worldSize) {
    /** The first that is heard of it. */
    static RankState of(RankReport report, String pod, Instant now) {
        return new RankState(
                report.rank(), report.node(), pod, now, report.step(), report.stepTime(), report.worldSize());
    }

    /** The next that is heard of it; what it does not say again is still so. */
    RankState then(RankReport report, String newPod, Instant now) {
        return new RankState(
                rank,
                report.node().or(() -> node),
                newPod,
                now,
                report.step().or(() -> step),
                report.stepTime().or(() -> stepTime),
                report.worldSize().or(() -> worldSize));
    }
}
