package io.trainyard.core.kube;

import java.time.Duration;

/**
 * How many requests may be under way at once, as the API server's answers tell: half as many when it asks for less (429, or 503 with
 * {@code Retry-After}), a little fewer when answers have become very slow, and one more with each round of good answers. Immutable; times
 * are nanoseconds of one {@link io.trainyard.foundation.time.TimeSource}.
 *
 * @param allowed requests at once, in fractions that add up
 * @param most what it never exceeds
 * @param pausedUntil before this time nothing is sent
 * @param reducedAt when it was reduced last
 * @param fastest nanoseconds that an answer takes at best, slowly forgotten; 0 before the first
 * @param usual nanoseconds that answers take lately
 */
record AdaptiveLimit(double allowed, int most, long pausedUntil, long reducedAt, double fastest, double usual) {
    /** One burst of refusals is one message: the requests were all sent before the first of them was heard. */
    private static final long BETWEEN_REDUCTIONS = Duration.ofSeconds(1).toNanos();

    /** A server that names a longer time is asked again after this one all the same. */
    private static final Duration MAX_PAUSE = Duration.ofSeconds(60);

    private static final double AFTER_A_REFUSAL = 0.5;
    private static final double WHEN_SLOW = 0.7;

    /** Slowness alone is no refusal: some requests always go on. */
    private static final double MIN_WHEN_SLOW = 4;

    /** Under full load a healthy API server takes tens of times what it takes at rest, but not as long as this. */
    private static final double SLOW_NANOS = Duration.ofSeconds(1).toNanos();

    private static final double SLOW_FACTOR = 20;
    private static final double WEIGHT_OF_THE_LAST = 1.0 / 16;
    private static final double FORGETTING = 1.001;

    /** Nothing is known yet: as many as there may be. */
    static AdaptiveLimit startingAt(long now, int most) {
        return new AdaptiveLimit(most, most, now, now - BETWEEN_REDUCTIONS, 0, 0);
    }

    /** Requests at once, at least one. */
    int requests() {
        return (int) allowed;
    }

    /** Nanoseconds until anything may be sent; 0 for now. */
    long pause(long now) {
        return Math.max(0, pausedUntil - now);
    }

    /** The server asked for less. */
    AdaptiveLimit refused(long now, Duration retryAfter) {
        Duration pause = retryAfter.compareTo(MAX_PAUSE) > 0 ? MAX_PAUSE : retryAfter;
        long until = now + Math.max(0, pause.toNanos());
        long later = until - pausedUntil > 0 ? until : pausedUntil;
        return now - reducedAt < BETWEEN_REDUCTIONS
                ? new AdaptiveLimit(allowed, most, later, reducedAt, fastest, usual)
                : new AdaptiveLimit(Math.max(1, allowed * AFTER_A_REFUSAL), most, later, now, fastest, usual);
    }

    /** The server answered, whatever it said of the object. */
    AdaptiveLimit answered(long now, Duration took) {
        double nanos = Math.max(1, took.toNanos());
        double newFastest = fastest == 0 ? nanos : Math.min(nanos, fastest * FORGETTING);
        double newUsual = usual == 0 ? nanos : usual + (nanos - usual) * WEIGHT_OF_THE_LAST;
        if (newUsual < Math.max(SLOW_NANOS, newFastest * SLOW_FACTOR)) {
            double more = Math.min(most, allowed + 1 / allowed);
            return new AdaptiveLimit(more, most, pausedUntil, reducedAt, newFastest, newUsual);
        }
        if (now - reducedAt < BETWEEN_REDUCTIONS || allowed <= MIN_WHEN_SLOW) {
            return new AdaptiveLimit(allowed, most, pausedUntil, reducedAt, newFastest, newUsual);
        }
        double less = Math.max(MIN_WHEN_SLOW, allowed * WHEN_SLOW);
        return new AdaptiveLimit(less, most, pausedUntil, now, newFastest, newUsual);
    }
}
