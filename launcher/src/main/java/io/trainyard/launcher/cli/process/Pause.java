package io.trainyard.launcher.cli.process;

import io.trainyard.foundation.time.Blocking;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Waits on the thread of a command, which has nothing else to do. */
@Blocking("the thread of the command has nothing else to do")
public final class Pause {
    private Pause() {}

    /** Waits for so long; false when the thread is to end. */
    public static boolean of(Duration duration) {
        try {
            return !new CountDownLatch(1).await(duration.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
