package io.trainyard.launcher.run.folder;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * One process of this machine. The number alone does not say: it is used again.
 *
 * @param pid its number
 * @param started when it started; empty where the system does not tell
 */
public record ProcessIdentity(long pid, Optional<Instant> started) {
    /** The system calculates the start from the time of its own, which is corrected now and then. */
    private static final Duration TOLERANCE = Duration.ofSeconds(2);

    /** This process. */
    public static ProcessIdentity ofThisProcess() {
        ProcessHandle self = ProcessHandle.current();
        return new ProcessIdentity(self.pid(), self.info().startInstant());
    }

    /** The process, if it still runs and is the same one. */
    public Optional<ProcessHandle> find() {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).filter(this::isSame);
    }

    public boolean isAlive() {
        return find().isPresent();
    }

    private boolean isSame(ProcessHandle process) {
        Optional<Instant> other = process.info().startInstant();
        return started.isPresent() == other.isPresent()
                && started.flatMap(mine -> other.map(
                                its -> Duration.between(mine, its).abs().compareTo(TOLERANCE) <= 0))
                        .orElse(true);
    }
}
