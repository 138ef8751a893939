package io.trainyard.core.kube;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the listeners of a cache about changes, by one thread at a time, however many watches feed the cache, and about each object's changes in their
 * order. Nobody waits for that: a thread that finds another one telling leaves its event to that one.
 */
final class ListenerDispatcher<T extends HasMetadata> {
    private static final Logger LOG = LoggerFactory.getLogger(ListenerDispatcher.class);

    private final List<ObjectCache.Listener<? super T>> all = new CopyOnWriteArrayList<>();
    private final Queue<Consumer<ObjectCache.Listener<? super T>>> undelivered = new ConcurrentLinkedQueue<>();
    private final AtomicInteger pending = new AtomicInteger();

    void add(ObjectCache.Listener<? super T> listener) {
        all.add(listener);
    }

    void dispatch(Consumer<ObjectCache.Listener<? super T>> event) {
        undelivered.add(event);
        if (pending.getAndIncrement() == 0) {
            do {
                deliver(undelivered.remove());
            } while (pending.decrementAndGet() > 0);
        }
    }

    private void deliver(Consumer<ObjectCache.Listener<? super T>> event) {
        for (ObjectCache.Listener<? super T> listener : all) {
            try {
                event.accept(listener);
            } catch (RuntimeException | Error broken) {
                // Whatever it is: what ends here would leave all later events to a thread that is gone.
                LOG.error("A listener of a cache failed; the others are still told", broken);
            }
        }
    }
}
