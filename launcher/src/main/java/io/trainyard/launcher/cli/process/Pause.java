package io.trainyard.launcher.cli.process;

import io.trainyard.foundation.time.Blocking;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Waits on a thread that has no other work. */
@Blocking("the thread has no other work")
public final class Pause {
    private Pause() {}

    /** Waits for so long. Returns false if the thread was interrupted. */
    public static boolean of(Duration duration) {
        try {
            return !new CountDownLatch(1).await(duration.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
