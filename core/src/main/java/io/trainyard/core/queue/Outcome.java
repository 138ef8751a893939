package io.trainyard.core.queue;

import java.time.Duration;

/** How one reconcile of a key ended, and so when the key is due again. Events that came meanwhile lead to one more reconcile in any case. */
public sealed interface Outcome {
    /** Nothing is left to do until the next event. */
    record Done() implements Outcome {
        static final Done INSTANCE = new Done();
    }

    /**
     * All is well; look again later.
     *
     * @param delay how long to wait; an event in the meantime overtakes
     */
    record RequeueAfter(Duration delay) implements Outcome {}

    /** Nothing failed, but what the reconcile was decided from is old: again, with backoff. */
    record Requeue() implements Outcome {
        static final Requeue INSTANCE = new Requeue();
    }

    /**
     * The reconcile failed and is repeated with backoff.
     *
     * @param notBefore the least time to wait, for instance because the API server asked for it; zero for the backoff alone
     * @param needsChange whether it will fail again unless something else has changed; others come first then
     */
    record Retry(Duration notBefore, boolean needsChange) implements Outcome {
        static final Retry WITH_BACKOFF = new Retry(Duration.ZERO, false);
    }

    /** The reconcile failed and repeating it is pointless until the next event: a terminal error. */
    record TerminalError() implements Outcome {
        static final TerminalError INSTANCE = new TerminalError();
    }

    static Outcome done() {
        return Done.INSTANCE;
    }

    static Outcome requeueAfter(Duration delay) {
        return new RequeueAfter(delay);
    }

    static Outcome requeue() {
        return Requeue.INSTANCE;
    }

    static Outcome retry() {
        return Retry.WITH_BACKOFF;
    }

    static Outcome retryNotBefore(Duration notBefore) {
        return new Retry(notBefore, false);
    }

    static Outcome retryAfterChange(Duration notBefore) {
        return new Retry(notBefore, true);
    }

    static Outcome terminalError() {
        return TerminalError.INSTANCE;
    }
}
