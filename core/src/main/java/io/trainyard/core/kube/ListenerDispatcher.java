package io.trainyard.core.kube;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.trainyard.spi.model.ResourceKey;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the listeners of a cache about changes, by one thread at a time, however many watches feed the cache, and about each object's changes in their
 * order. Nobody waits for that: a thread that finds another one telling leaves its event to that one. A listener that fails is told again, a little later,
 * and of the state that the object has by then.
 */
final class ListenerDispatcher<T extends HasMetadata> {
    private static final Logger LOG = LoggerFactory.getLogger(ListenerDispatcher.class);
    private static final int MAX_ATTEMPTS = 6;

    private final List<ObjectCache.Listener<? super T>> all = new CopyOnWriteArrayList<>();
    private final Queue<Runnable> undelivered = new ConcurrentLinkedQueue<>();
    private final AtomicInteger pending = new AtomicInteger();
    private final Function<ResourceKey, Optional<T>> current;
    private volatile Retry retry = (failures, task) -> {};

    /**
     * @param current the object as it is now
     */
    ListenerDispatcher(Function<ResourceKey, Optional<T>> current) {
        this.current = current;
    }

    /** Runs a task later. From any thread. */
    @FunctionalInterface
    interface Retry {
        /** @param failures how often it has failed, from 1 on: the more, the later */
        void later(int failures, Runnable task);
    }

    void retryBy(Retry newRetry) {
        retry = newRetry;
    }

    void add(ObjectCache.Listener<? super T> listener) {
        all.add(listener);
    }

    /**
     * Tells all listeners.
     *
     * @param object what has changed
     */
    void dispatch(T object, Consumer<ObjectCache.Listener<? super T>> event) {
        dispatch(() -> all.forEach(listener -> tell(listener, object, event, 1)));
    }

    private void dispatch(Runnable delivery) {
        undelivered.add(delivery);
        if (pending.getAndIncrement() == 0) {
            do {
                undelivered.remove().run();
            } while (pending.decrementAndGet() > 0);
        }
    }

    private void tell(
            ObjectCache.Listener<? super T> listener,
            T object,
            Consumer<ObjectCache.Listener<? super T>> event,
            int attempt) {
        try {
            event.accept(listener);
        } catch (RuntimeException | Error broken) {
            // Whatever it is: what ends here would leave all later events to a thread that is gone.
            try {
                failed(listener, object, event, attempt, broken);
            } catch (RuntimeException | Error noRoomForThat) {
                // Nothing is left to be done with.
            }
        }
    }

    private void failed(
            ObjectCache.Listener<? super T> listener,
            T object,
            Consumer<ObjectCache.Listener<? super T>> event,
            int attempt,
            Throwable broken) {
        if (attempt < MAX_ATTEMPTS) {
            retry.later(attempt, () -> dispatch(() -> tell(listener, object, again(object, event), attempt + 1)));
        }
        LOG.error(
                attempt < MAX_ATTEMPTS
                        ? "A listener of a cache failed; the others are still told, and it is told again"
                        : "A listener of a cache failed again and again, and is not told of this change",
                broken);
    }

    /** By now something else may have happened to the object, of which the listener has heard already: the last word is how it is now. */
    private Consumer<ObjectCache.Listener<? super T>> again(T object, Consumer<ObjectCache.Listener<? super T>> event) {
        String namespace = object.getMetadata().getNamespace();
        ResourceKey key = new ResourceKey(
                namespace == null ? "" : namespace, object.getMetadata().getName());
        return listener -> {
            event.accept(listener);
            current.apply(key).filter(now -> now != object).ifPresent(now -> listener.updated(now, now));
        };
    }
}
