package io.trainyard.core.queue;

import java.time.Duration;

/** How one pass over a key ended, and so when the key is due again. Events that came during the pass lead to one more pass in any case. */
public sealed interface Outcome {
    /** Nothing is left to do until the next event. */
    record Done() implements Outcome {
        static final Done INSTANCE = new Done();
    }

    /**
     * All is well; look again later.
     *
     * @param after how long to wait; an event in the meantime overtakes
     */
    record Again(Duration after) implements Outcome {}

    /**
     * The pass failed and is repeated with back-off.
     *
     * @param notBefore the least time to wait, for instance because the API server asked for it; zero for the back-off alone
     */
    record Retry(Duration notBefore) implements Outcome {
        static final Retry WITH_BACKOFF = new Retry(Duration.ZERO);
    }

    /** The pass failed and repeating it is pointless until the next event. */
    record GiveUp() implements Outcome {
        static final GiveUp INSTANCE = new GiveUp();
    }

    static Outcome done() {
        return Done.INSTANCE;
    }

    static Outcome again(Duration after) {
        return new Again(after);
    }

    static Outcome retry() {
        return Retry.WITH_BACKOFF;
    }

    static Outcome retryNotBefore(Duration notBefore) {
        return new Retry(notBefore);
    }

    static Outcome giveUp() {
        return GiveUp.INSTANCE;
    }
}
