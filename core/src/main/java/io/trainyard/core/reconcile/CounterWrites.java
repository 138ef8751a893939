package io.trainyard.core.reconcile;

import io.trainyard.core.status.StatusDecision;
import io.trainyard.core.time.ExpiringCache;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.spi.model.TrainJob;
import java.time.Duration;
import java.util.Optional;

/**
 * How often a status is written that only counts further: of a JobSet whose thousands of pods start or end, each tenth of a second tells other numbers. What
 * decides something is never kept waiting. Lives on the event loop.
 */
final class CounterWrites {
    /** Between two writes of the counters of one TrainJob. */
    static final Duration MIN_INTERVAL = Duration.ofSeconds(1);

    /** More than are written within that time; one that is forgotten is written early. */
    private static final int MAX_REMEMBERED = 1_000;

    private final TimeSource time;
    /** When the counters were last written, by uid of the TrainJob. */
    private final ExpiringCache<String, Long> written;

    CounterWrites(TimeSource time) {
        this.time = time;
        this.written = new ExpiringCache<>(time, MAX_REMEMBERED);
    }

    /** How long the write of a decision has to wait; empty when it is to be made now, or there is none. */
    Optional<Duration> delay(TrainJob trainJob, StatusDecision decision) {
        return decision.mayWait() && decision.patch().isPresent()
                ? written.get(uid(trainJob)).map(at -> MIN_INTERVAL.minusNanos(time.nanos() - at))
                : Optional.empty();
    }

    /** A decision is being written. */
    void wrote(TrainJob trainJob, StatusDecision decision) {
        if (decision.mayWait()) {
            written.put(uid(trainJob), time.nanos(), MIN_INTERVAL);
        }
    }

    private static String uid(TrainJob trainJob) {
        return trainJob.getMetadata().getUid();
    }
}
