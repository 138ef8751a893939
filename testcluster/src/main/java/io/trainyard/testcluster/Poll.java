package io.trainyard.testcluster;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Asks again and again until there is an answer. */
final class Poll {

    private static final long PAUSE_MILLIS = 50;

    private Poll() {}

    /**
     * Blocks until the question has an answer.
     *
     * @param what what is waited for, to complete "waited 30 s for ..."
     * @throws IllegalStateException when time is up or this thread is interrupted
     */
    static <T> T until(String what, Duration limit, Supplier<Optional<T>> question) {
        long end = System.nanoTime() + limit.toNanos();
        while (true) {
            Optional<T> answer = question.get();
            if (answer.isPresent()) {
                return answer.get();
            }
            if (System.nanoTime() - end > 0) {
                throw new IllegalStateException("waited " + limit.toSeconds() + " s in vain for " + what);
            }
            try {
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while waiting for " + what, e);
            }
        }
    }
}
