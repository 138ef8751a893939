package io.trainyard.launcher.cli.process;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for the end of other processes. Blocks the calling thread. */
public final class ProcessEnd {
    private ProcessEnd() {}

    /** True when a process has ended, or ends within that time; false when it has not, or this thread is interrupted. */
    public static boolean within(ProcessHandle process, Duration timeout) {
        try {
            process.onExit().get(timeout.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException late) {
            return false;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException unexpected) {
            throw new IllegalStateException("cannot wait for process " + process.pid(), unexpected.getCause());
        }
    }
}
