package io.trainyard.local.controllers.job;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The failures in a row, after which new pods have to wait: the backoff of a Job.
 *
 * @param count since the last success
 * @param last empty when there was none
 */
record BackoffRecord(int count, Optional<Instant> last) {
    static final BackoffRecord NONE = new BackoffRecord(0, Optional.empty());

    /** What is to be remembered after these pods have ended. */
    BackoffRecord after(List<JobPod> succeeded, List<JobPod> failed) {
        Optional<Instant> lastSuccess =
                succeeded.stream().map(JobPod::finishTime).max(Comparator.naturalOrder());
        List<Instant> newer = failed.stream()
                .map(JobPod::finishTime)
                .filter(time -> lastSuccess.isEmpty() || time.isAfter(lastSuccess.get()))
                .toList();
        BackoffRecord base = lastSuccess.isPresent() ? NONE : this;
        return newer.isEmpty()
                ? base
                : new BackoffRecord(base.count + newer.size(), newer.stream().max(Comparator.naturalOrder()));
    }

    /** How long new pods still have to wait; zero when they need not. */
    Duration remaining(JobOptions options, Instant now) {
        if (count == 0 || last.isEmpty()) {
            return Duration.ZERO;
        }
        Duration delay = options.initialDelay();
        for (int i = 1; i < count && delay.compareTo(options.maxDelay()) < 0; i++) {
            delay = delay.multipliedBy(2);
        }
        if (delay.compareTo(options.maxDelay()) > 0) {
            delay = options.maxDelay();
        }
        Duration left = Duration.between(now, last.get().plus(delay));
        return left.isNegative() ? Duration.ZERO : left;
    }
}
