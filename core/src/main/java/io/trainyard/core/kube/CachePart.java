package io.trainyard.core.kube;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import io.fabric8.kubernetes.client.informers.cache.Indexer;
import io.trainyard.spi.watch.ResourceKey;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What one watch feeds: a whole cache, or the objects of one namespace of it. Read on any thread, changed on the owning context. */
final class CachePart<T extends HasMetadata> {
    private final CacheRequest<T> request;
    private final CacheEventHandler<T> relay;
    private final Runnable onReturn;
    private volatile @Nullable SharedIndexInformer<T> informer;
    private volatile boolean missing;

    /**
     * @param onReturn runs when the kind, after it was missing, is served and this part's objects are here
     */
    CachePart(CacheRequest<T> request, CacheEventHandler<T> relay, Runnable onReturn) {
        this.request = request;
        this.relay = relay;
        this.onReturn = onReturn;
    }

    CacheRequest<T> request() {
        return request;
    }

    /** The only namespace of these objects; empty when they are of all, or of none. */
    String namespace() {
        return request.namespace();
    }

    CacheEventHandler<T> relay() {
        return relay;
    }

    boolean isSynced() {
        return relay.hasList();
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

    void opened(SharedIndexInformer<T> opened) {
        informer = opened;
    }

    /** The kind is not served, or not any more; nothing is known of its objects. */
    void absent() {
        missing = true;
        informer = null;
        relay.forgetList();
    }

    void listed() {
        if (missing) {
            missing = false;
            onReturn.run();
        }
    }

    @Nullable
    SharedIndexInformer<T> informer() {
        return informer;
    }

    private @Nullable Indexer<T> indexer() {
        SharedIndexInformer<T> opened = informer;
        return opened == null ? null : opened.getIndexer();
    }
}
