package io.trainyard.core.kube;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import io.fabric8.kubernetes.client.informers.cache.Indexer;
import io.trainyard.spi.model.ResourceKey;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What one watch feeds: a whole cache, or the objects of one namespace of it. Read on any thread. Where a watch has to be opened anew, readers see what
 * the old one knew until the list of the new one is complete.
 */
final class CachePart<T extends HasMetadata> {
    private final CacheRequest<T> request;
    private final ListenerDispatcher<T> listeners;
    private final Runnable onNews;
    private final Consumer<@Nullable SharedIndexInformer<T>> onList;
    private final Runnable onReturn;
    /** The one that is read. */
    private volatile @Nullable SharedIndexInformer<T> informer;
    /** The one that is to be read, when its list is complete; the same one before the first list. */
    private volatile @Nullable SharedIndexInformer<T> candidate;

    private @Nullable SharedIndexInformer<T> replaced;
    private volatile boolean synced;
    private volatile boolean missing;
    /** A write failed because the kind is not served; on the owning context. */
    private boolean doubted;

    /**
     * @param onNews runs at every event
     * @param onList runs after each complete list, with an informer that nobody reads any more, if there is one
     * @param onReturn runs when the kind, after it was missing or said to be, is served and this part's objects are here
     */
    CachePart(
            CacheRequest<T> request,
            ListenerDispatcher<T> listeners,
            Runnable onNews,
            Consumer<@Nullable SharedIndexInformer<T>> onList,
            Runnable onReturn) {
        this.request = request;
        this.listeners = listeners;
        this.onNews = onNews;
        this.onList = onList;
        this.onReturn = onReturn;
    }

    CacheRequest<T> request() {
        return request;
    }

    /** The only namespace of these objects; empty when they are of all, or of none. */
    String namespace() {
        return request.namespace();
    }

    CacheEventHandler<T> handlerOf(SharedIndexInformer<T> source) {
        return new CacheEventHandler<>(this, source, listeners);
    }

    boolean isSynced() {
        return synced;
    }

    boolean isMissing() {
        return missing;
    }

    Optional<T> find(ResourceKey key) {
        Indexer<T> indexer = indexer();
        String name = key.namespace().isEmpty() ? key.name() : Cache.namespaceKeyFunc(key.namespace(), key.name());
        return indexer == null ? Optional.empty() : Optional.ofNullable(indexer.getByKey(name));
    }

    Collection<T> all() {
        Indexer<T> indexer = indexer();
        return indexer == null ? List.of() : indexer.list();
    }

    Collection<T> byIndex(String index, String value) {
        Indexer<T> indexer = indexer();
        return indexer == null ? List.of() : indexer.byIndex(index, value);
    }

    /**
     * An informer is about to list. On the owning context.
     *
     * @return the one that was about to, and never did; to be stopped
     */
    synchronized @Nullable SharedIndexInformer<T> opening(SharedIndexInformer<T> opened) {
        SharedIndexInformer<T> given = candidate;
        candidate = opened;
        if (!synced) {
            informer = opened;
        }
        return given;
    }

    /** Whether events of this informer are those of what is read. */
    boolean isReadFrom(SharedIndexInformer<T> source) {
        return informer == source;
    }

    /** Whether this informer is read, or will be. */
    boolean isInUse(SharedIndexInformer<T> source) {
        return informer == source || candidate == source;
    }

    /**
     * The first list of an informer is complete: from now on it is read, if nothing else has happened meanwhile.
     *
     * @param onPrevious told of the one that was read before, if there was one
     */
    void takeOver(SharedIndexInformer<T> source, Consumer<SharedIndexInformer<T>> onPrevious) {
        SharedIndexInformer<T> previous;
        synchronized (this) {
            if (candidate != source) {
                return;
            }
            previous = informer == source ? null : informer;
            informer = source;
            candidate = null;
            synced = true;
            replaced = previous;
        }
        if (previous != null) {
            // Readers first: whoever is told looks at what he can read now.
            onPrevious.accept(previous);
        }
    }

    void news() {
        onNews.run();
    }

    void listCompleted(SharedIndexInformer<T> source) {
        SharedIndexInformer<T> unused;
        synchronized (this) {
            if (informer != source) {
                return;
            }
            unused = replaced;
            replaced = null;
        }
        onList.accept(unused);
    }

    /** The kind is not served, or not any more; nothing is known of its objects. */
    synchronized void absent() {
        missing = true;
        informer = null;
        candidate = null;
        synced = false;
    }

    void doubt() {
        doubted = true;
    }

    void listed() {
        if (missing || doubted) {
            missing = false;
            doubted = false;
            onReturn.run();
        }
    }

    /** The one that is read. */
    @Nullable
    SharedIndexInformer<T> informer() {
        return informer;
    }

    /** The one that is read and the one that lists, as far as there are any; each once. */
    List<SharedIndexInformer<T>> informers() {
        return Stream.of(Optional.ofNullable(informer), Optional.ofNullable(candidate))
                .flatMap(Optional::stream)
                .distinct()
                .toList();
    }

    private @Nullable Indexer<T> indexer() {
        SharedIndexInformer<T> opened = informer;
        return opened == null ? null : opened.getIndexer();
    }
}
