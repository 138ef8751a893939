package io.trainyard.local.controllers.toolkit;

import java.time.Duration;
import java.util.Optional;

/**
 * When a pass wants to be repeated although nothing has happened.
 *
 * @param delay from the end of this pass; empty for never
 */
public record Again(Optional<Duration> delay) {
    /** Only when something happens. */
    public static final Again NOT = new Again(Optional.empty());

    /** After this time at the latest; a delay that is not positive means at once. */
    public static Again after(Duration delay) {
        return new Again(Optional.of(delay.isNegative() ? Duration.ZERO : delay));
    }

    /** The earlier of the two. */
    public Again or(Again other) {
        if (delay.isEmpty()) {
            return other;
        }
        if (other.delay.isEmpty()) {
            return this;
        }
        return delay.get().compareTo(other.delay.get()) <= 0 ? this : other;
    }
}
