package io.trainyard.local.client.workqueue;

import java.time.Duration;
import java.util.Optional;

/**
 * What came of looking at a key.
 *
 * @param requeueAfter when to look again although nothing has happened, from the begin of this look and not before its end; empty for never
 */
public record Result(Optional<Duration> requeueAfter) {
    /** To be looked at again only when something happens. */
    public static final Result DONE = new Result(Optional.empty());

    /** To be looked at again after this time at the latest; a delay that is not positive means at once. */
    public static Result requeueAfter(Duration delay) {
        return new Result(Optional.of(delay.isNegative() ? Duration.ZERO : delay));
    }

    /** The one that comes first. */
    public Result earlier(Result other) {
        if (requeueAfter.isEmpty()) {
            return other;
        }
        if (other.requeueAfter.isEmpty()) {
            return this;
        }
        return requeueAfter.get().compareTo(other.requeueAfter.get()) <= 0 ? this : other;
    }
}
