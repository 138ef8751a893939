package io.trainyard.core.progress;

import io.trainyard.core.report.RankReport;
import java.time.Instant;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What was last heard of each process of one job. In bounded memory. For one thread. */
final class RankBoard {
    /** The lowest ones; of a larger group the others are not kept. */
    static final int MAX_RANKS = 4096;

    /** Size of one rank with the name of its pod. */
    private static final int RANK_BYTES = 400;

    private final NavigableMap<Integer, RankState> ranks = new TreeMap<>();
    private final StepTimes stepTimes = new StepTimes();
    private Optional<Integer> worldSize = Optional.empty();
    private Optional<Integer> localWorldSize = Optional.empty();

    void heard(RankReport report, String pod, Instant now) {
        @Nullable RankState before = ranks.get(report.rank());
        ranks.put(report.rank(), before == null ? RankState.of(report, pod, now) : before.then(report, pod, now));
        if (ranks.size() > MAX_RANKS) {
            ranks.pollLastEntry();
        }
        stepTimes.heard(report, now);
        worldSize = report.worldSize().or(() -> worldSize);
        localWorldSize = report.localWorldSize().or(() -> localWorldSize);
        // Those of a larger group that was there before.
        worldSize.ifPresent(size -> {
            ranks.tailMap(size, true).clear();
            stepTimes.limitTo(size);
        });
    }

    /** About how much memory it takes. */
    int bytes() {
        return ranks.size() * RANK_BYTES + stepTimes.bytes();
    }

    /** In the order of their numbers. */
    List<RankState> ranks() {
        return List.copyOf(ranks.values());
    }

    StepTimes stepTimes() {
        return stepTimes;
    }

    /** Processes in the group, as the last one said who knew. */
    Optional<Integer> worldSize() {
        return worldSize;
    }

    /** Processes of the group on one node, as the last one said who knew. */
    Optional<Integer> localWorldSize() {
        return localWorldSize;
    }
}
