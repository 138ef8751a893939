package io.trainyard.core.kube;

/**
 * Says whether this process may change objects at this moment. Asked on any thread, as the last thing before a write is
 * handed to the network, so that a former leader writes nothing that it decided as the leader: not what waited for its turn, and not what a process had
 * in its hands when it was frozen.
 */
@FunctionalInterface
public interface WriteGuard {
    /** For clients that need no leader election. */
    WriteGuard NONE = () -> true;

    /** Whether a write may be sent now; must not block. */
    boolean permitsWriting();

    /** Number of the present term of leadership; between two terms that of the last one. Must not block. */
    default long term() {
        return 0;
    }

    /**
     * Whether a write may be sent now that was asked for in an earlier moment: who has lost the lead and won it again sends nothing that it decided
     * before, since others may have decided otherwise meanwhile.
     *
     * @param term the term in which it was asked for
     */
    default boolean permitsWritingOf(long term) {
        return term == term() && permitsWriting();
    }
}
