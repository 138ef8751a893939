package io.trainyard.core.plugin;

import java.util.concurrent.atomic.AtomicReference;

/** A call that is running on a thread that others need. Another thread may interrupt it, once; the interruption never outlives the call. */
final class RunningCall {
    private enum State {
        RUNNING,
        INTERRUPTING,
        INTERRUPTED,
        ENDED
    }

    private final AtomicReference<State> state = new AtomicReference<>(State.RUNNING);
    private final Thread thread = Thread.currentThread();
    private final PluginIdentity plugin;
    private final long start;

    RunningCall(PluginIdentity plugin, long start) {
        this.plugin = plugin;
        this.start = start;
    }

    PluginIdentity plugin() {
        return plugin;
    }

    Thread thread() {
        return thread;
    }

    long start() {
        return start;
    }

    /** Interrupts the thread unless the call has ended or was interrupted before. */
    boolean interrupt() {
        if (!state.compareAndSet(State.RUNNING, State.INTERRUPTING)) {
            return false;
        }
        thread.interrupt();
        state.set(State.INTERRUPTED);
        return true;
    }

    /** Ends the call, once, on its thread; true when it was interrupted. */
    boolean end() {
        if (state.compareAndSet(State.RUNNING, State.ENDED)) {
            return false;
        }
        while (state.get() != State.INTERRUPTED) {
            Thread.onSpinWait();
        }
        boolean unused = Thread.interrupted();
        return true;
    }
}
