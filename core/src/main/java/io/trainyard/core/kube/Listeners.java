package io.trainyard.core.kube;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Who is told of a cache's changes. They are told by one thread at a time, however many watches feed the cache. */
final class Listeners<T extends HasMetadata> {
    private static final Logger LOG = LoggerFactory.getLogger(Listeners.class);

    private final List<ObjectCache.Listener<? super T>> all = new CopyOnWriteArrayList<>();

    void add(ObjectCache.Listener<? super T> listener) {
        all.add(listener);
    }

    /** Threads that read watches may wait here; listeners do nothing but hop (FAB-06). */
    synchronized void tell(Consumer<ObjectCache.Listener<? super T>> event) {
        for (ObjectCache.Listener<? super T> listener : all) {
            try {
                event.accept(listener);
            } catch (RuntimeException broken) {
                LOG.error("A listener of a cache failed; the others are still told", broken);
            }
        }
    }
}
