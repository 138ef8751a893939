package io.trainyard.local.kubelet.process;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;

/** A container that was started. Nothing blocks; results come on the context on which it was started. */
public interface RunningContainer {
    /** Identifies it, in the form {@code executor://id}. */
    String id();

    /** Completes when its main program has ended, with the exit code: 128 + n after signal n. Never fails. */
    Future<Integer> exit();

    /** Asks everything in it to end (SIGTERM). */
    Future<Void> terminate();

    /** Interrupts what trains in it (SIGINT) where it can be told apart; what has not ended after so much time is asked to end. */
    default Future<Void> interrupt(Duration patience) {
        return terminate();
    }

    /** Ends everything in it (SIGKILL), also what the main program left behind. */
    Future<Void> kill();

    /** How much memory it uses, in bytes; 0 where somebody else holds it to its limit, or nobody can tell. */
    default Future<Long> memory() {
        return Future.succeededFuture(0L);
    }

    /**
     * Runs another program in it.
     *
     * @return completes with the exit code, or fails when it cannot be started or takes too long; it is killed then
     */
    Future<Integer> run(List<String> program, Duration limit);
}
