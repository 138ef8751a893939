package io.trainyard.core.certificates;

import java.time.Duration;

/**
 * Whether somebody else keeps replacing the authorities that we put into one webhook configuration: another installation, or an injector. The first
 * replacement is undone at once, as after somebody has applied a manifest again; each further one waits longer, so that two writers never fight at the
 * speed of requests. Times are those of a clock that nobody sets, in nanoseconds.
 */
final class BundleContention {
    /** Somebody does it again and again. */
    static final int REPEATED = 3;

    private static final Duration FIRST = Duration.ofSeconds(1);
    private static final Duration MAX = Duration.ofMinutes(10);
    /** After so long without a replacement the next one is the first again. */
    private static final Duration CALM = Duration.ofHours(1);

    private String written = "";
    private long writtenAt;
    private boolean noticed;
    private int replacements;

    /** We wrote. */
    void wrote(String bundle, long now) {
        written = bundle;
        writtenAt = now;
        noticed = false;
    }

    /**
     * The configuration holds something else than it should.
     *
     * @param wanted what it should hold
     * @return true when somebody replaced what we wrote, and this is the first time that we see it
     */
    boolean replaced(String wanted, long now) {
        if (noticed || !wanted.equals(written)) {
            return false;
        }
        noticed = true;
        replacements = now - writtenAt > CALM.toNanos() ? 1 : replacements + 1;
        return true;
    }

    /** How often in a row what we wrote was replaced. */
    int replacements() {
        return replacements;
    }

    /** How long to wait with the next write; zero for not at all. */
    Duration wait(String wanted, long now) {
        if (replacements < 2 || !wanted.equals(written)) {
            return Duration.ZERO;
        }
        Duration pause = FIRST.multipliedBy(1L << Math.min(replacements - 2, 10));
        Duration bounded = pause.compareTo(MAX) > 0 ? MAX : pause;
        Duration left = bounded.minusNanos(now - writtenAt);
        return left.isNegative() ? Duration.ZERO : left;
    }
}
