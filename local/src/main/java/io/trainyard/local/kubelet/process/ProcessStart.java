package io.trainyard.local.kubelet.process;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * When a process started, which tells it from others that have had or will have its number.
 *
 * @param time by the wall clock, which the system calculates from the ticks: it moves whenever that clock is set. Empty where the system does not tell
 * @param ticks of a clock that begins with the boot of the machine and that nobody sets; empty where the system does not tell
 */
public record ProcessStart(Optional<Instant> time, String ticks) {
    /** The time of the boot is calculated, too, and may move by a second. */
    private static final Duration TOLERANCE = Duration.ofSeconds(2);

    /** That of a living process. Reads a small file. */
    public static ProcessStart of(ProcessHandle process) {
        return new ProcessStart(process.info().startInstant(), StartTime.of(process.pid()));
    }

    /** Whether a process that lives now, and since the same boot, started then; without a start nobody can tell. Reads a small file. */
    public boolean isThatOf(ProcessHandle process) {
        String itsTicks = ticks.isEmpty() ? "" : StartTime.of(process.pid());
        if (!itsTicks.isEmpty()) {
            return itsTicks.equals(ticks);
        }
        Optional<Instant> its = process.info().startInstant();
        return time.flatMap(mine ->
                        its.map(other -> Duration.between(mine, other).abs().compareTo(TOLERANCE) <= 0))
                .orElse(false);
    }
}
