package io.trainyard.core.progress;

import java.time.Duration;
import java.util.OptionalLong;

/** When a report is written to the status of its TrainJob. Pure. */
final class WriteSchedule {
    private WriteSchedule() {}

    /**
     * How long a report waits; zero for at once.
     *
     * @param sinceLastWrite nanoseconds; empty when nothing was written yet
     * @param minInterval least time between two writes
     * @param last whether it is the first that says that all is done
     */
    static Duration delay(OptionalLong sinceLastWrite, Duration minInterval, boolean last) {
        if (last || sinceLastWrite.isEmpty()) {
            return Duration.ZERO;
        }
        Duration left = minInterval.minusNanos(sinceLastWrite.getAsLong());
        return left.isNegative() ? Duration.ZERO : left;
    }
}
