package io.trainyard.core.kube;

/**
 * Says whether this process may change objects at this moment (FAB-60, OPS-05). Asked on any thread, as the last thing before a write is
 * handed to the network, so that nothing that was decided while leading is written afterwards: not what waited for its turn, and not what a process had
 * in its hands when it was frozen.
 */
@FunctionalInterface
public interface WriteGuard {
    /** For whoever needs no lead. */
    WriteGuard NONE = () -> true;

    /** Whether a write may be sent now; must not block. */
    boolean permitsWriting();
}
