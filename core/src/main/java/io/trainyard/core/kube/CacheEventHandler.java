package io.trainyard.core.kube;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import io.fabric8.kubernetes.client.informers.cache.Indexer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Hands the events of one informer to our listeners, with the first list marked. An informer that takes the place of another one says nothing until its
 * list is complete; then readers get its objects, and listeners what is different. Called by one thread at a time.
 */
final class CacheEventHandler<T extends HasMetadata> implements ResourceEventHandler<T> {
    private final CachePart<T> part;
    private final SharedIndexInformer<T> source;
    private final ListenerDispatcher<T> listeners;
    private boolean listed;

    CacheEventHandler(CachePart<T> part, SharedIndexInformer<T> source, ListenerDispatcher<T> listeners) {
        this.part = part;
        this.source = source;
        this.listeners = listeners;
    }

    @Override
    public void onList(String resourceVersion, boolean remainedEmpty) {
        part.news();
        if (!listed) {
            listed = true;
            part.takeOver(source, this::tellDifferences);
        }
        part.listCompleted(source);
    }

    @Override
    public void onAdd(T object) {
        if (part.isReadFrom(source)) {
            added(object, !listed);
        }
    }

    @Override
    public void onUpdate(T previous, T object) {
        if (part.isReadFrom(source)) {
            changed(previous, object);
        }
    }

    @Override
    public void onDelete(T object, boolean finalStateUnknown) {
        if (part.isReadFrom(source)) {
            deleted(object);
        }
    }

    private void tellDifferences(SharedIndexInformer<T> previous) {
        Indexer<T> before = previous.getIndexer();
        Indexer<T> after = source.getIndexer();
        for (T object : before.list()) {
            @Nullable T now = after.getByKey(Cache.metaNamespaceKeyFunc(object));
            if (now == null) {
                deleted(object);
            } else if (!Objects.equals(
                    object.getMetadata().getResourceVersion(), now.getMetadata().getResourceVersion())) {
                changed(object, now);
            }
        }
        for (T object : after.list()) {
            if (before.getByKey(Cache.metaNamespaceKeyFunc(object)) == null) {
                added(object, false);
            }
        }
    }

    private void added(T object, boolean initial) {
        part.news();
        listeners.dispatch(object, listener -> listener.added(object, initial));
    }

    private void deleted(T object) {
        part.news();
        listeners.dispatch(object, listener -> listener.deleted(object));
    }

    private void changed(T previous, T object) {
        String before = previous.getMetadata().getUid();
        if (Objects.equals(before, object.getMetadata().getUid())) {
            part.news();
            listeners.dispatch(object, listener -> listener.updated(previous, object));
        } else {
            // Deleted and created anew while nobody looked: two objects that only share a name.
            deleted(previous);
            added(object, false);
        }
    }
}
