package io.trainyard.core.kube;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import java.util.Objects;
import java.util.function.Consumer;

/** Hands the events of an informer to our listeners, with the first list marked. Called by one thread at a time. */
final class CacheEventHandler<T extends HasMetadata> implements ResourceEventHandler<T> {
    private final ListenerDispatcher<T> listeners;
    private final Runnable onNews;
    private final Runnable onList;
    private volatile boolean listed;

    /**
     * @param onNews runs at every event
     * @param onList runs after each complete list
     */
    CacheEventHandler(ListenerDispatcher<T> listeners, Runnable onNews, Runnable onList) {
        this.listeners = listeners;
        this.onNews = onNews;
        this.onList = onList;
    }

    boolean hasList() {
        return listed;
    }

    /** The next list is a first one again. */
    void forgetList() {
        listed = false;
    }

    @Override
    public void onList(String resourceVersion, boolean remainedEmpty) {
        listed = true;
        onNews.run();
        onList.run();
    }

    @Override
    public void onAdd(T object) {
        boolean initial = !listed;
        dispatch(listener -> listener.added(object, initial));
    }

    @Override
    public void onUpdate(T previous, T object) {
        String before = previous.getMetadata().getUid();
        if (Objects.equals(before, object.getMetadata().getUid())) {
            dispatch(listener -> listener.updated(previous, object));
        } else {
            // Deleted and created anew while nobody looked: two objects that only share a name.
            dispatch(listener -> listener.deleted(previous));
            dispatch(listener -> listener.added(object, false));
        }
    }

    @Override
    public void onDelete(T object, boolean finalStateUnknown) {
        dispatch(listener -> listener.deleted(object));
    }

    private void dispatch(Consumer<ObjectCache.Listener<? super T>> event) {
        onNews.run();
        listeners.dispatch(event);
    }
}
