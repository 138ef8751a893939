package io.trainyard.core.reconcile;

import io.trainyard.core.memory.BoundedCache;
import io.trainyard.core.memory.CacheOwner;
import io.trainyard.core.memory.Weight;
import io.trainyard.core.status.StatusDecision;
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

    private final TimeSource time;
    /** When the counters were last written, by uid of the TrainJob; one that is forgotten is written early. */
    private final BoundedCache<String, Long> written;

    CounterWrites(TimeSource time) {
        this.time = time;
        this.written = new BoundedCache<>(CacheOwner.COUNTER_WRITES, time, (uid, at) -> Weight.of(uid) + Weight.OBJECT);
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
