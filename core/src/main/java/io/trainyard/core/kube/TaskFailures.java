package io.trainyard.core.kube;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Tells of tasks of the watch threads that failed: whatever they were about may be lost. For any thread. */
final class TaskFailures {
    private final List<Consumer<Throwable>> listeners = new CopyOnWriteArrayList<>();

    void add(Consumer<Throwable> listener) {
        listeners.add(listener);
    }

    void remove(Consumer<Throwable> listener) {
        listeners.remove(listener);
    }

    void tell(Throwable failure) {
        listeners.forEach(listener -> listener.accept(failure));
    }
}
