package io.trainyard.core.loop;

import io.trainyard.core.loop.EventLoopGuard.Block;
import java.time.Duration;

/**
 * The blocks of an event loop in one minute, as one line of the log. A block that took little CPU time, because the machine was busy, counts only when it is so
 * long that it endangers the leader's Lease.
 *
 * @param since when it began, by the clock of the loop
 * @param times how often the loop was kept
 * @param computing processor time of all of it
 * @param mostComputing processor time of what computed longest
 * @param longest what kept it longest
 */
record BusyMinute(long since, int times, Duration computing, Duration mostComputing, Block longest) {
    private static final Duration LENGTH = Duration.ofMinutes(1);
    private static final Duration MUCH_COMPUTING = Duration.ofMillis(200);

    static boolean isWorthALine(Block block) {
        return block.computing().compareTo(EventLoopGuard.SLOW) > 0
                || block.duration().compareTo(EventLoopGuard.UNRELIABLE) > 0;
    }

    static BusyMinute beginning(long now, Block first) {
        return new BusyMinute(now, 1, first.computing(), first.computing(), first);
    }

    BusyMinute with(Block further) {
        return new BusyMinute(
                since,
                times + 1,
                computing.plus(further.computing()),
                mostComputing.compareTo(further.computing()) < 0 ? further.computing() : mostComputing,
                longest.duration().compareTo(further.duration()) < 0 ? further : longest);
    }

    boolean isOver(long now) {
        return now - since >= LENGTH.toNanos();
    }

    boolean isWorthAWarning() {
        return mostComputing.compareTo(MUCH_COMPUTING) >= 0
                || longest.duration().compareTo(EventLoopGuard.LATE) > 0;
    }

    @Override
    public String toString() {
        return "The event loop was blocked %s in a minute, with %d ms of CPU time in total. The longest block took %d ms (%d ms CPU) in %s."
                .formatted(
                        times == 1 ? "once" : times + " times",
                        computing.toMillis(),
                        longest.duration().toMillis(),
                        longest.computing().toMillis(),
                        longest.name());
    }
}
