package io.trainyard.core.kube;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import io.fabric8.kubernetes.client.informers.cache.Indexer;
import io.trainyard.spi.watch.ResourceKey;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * A cache that {@link Informers} keeps up to date.
 *
 * @param <T> the kind
 */
public final class WatchedCache<T extends HasMetadata> implements ObjectCache<T> {
    private final CacheRequest<T> request;
    private final Relay<T> relay;
    private final List<Runnable> appearances = new CopyOnWriteArrayList<>();
    private volatile @Nullable SharedIndexInformer<T> informer;
    private volatile boolean missing;

    WatchedCache(CacheRequest<T> request, Relay<T> relay) {
        this.request = request;
        this.relay = relay;
    }

    /** One more who is told of changes; before {@link Informers#start}. */
    public void addListener(Listener<? super T> listener) {
        relay.add(listener);
    }

    /** Runs on the owning context whenever the kind, after it was missing, is served and all its objects are here (GANG-62). */
    public void onAppearance(Runnable action) {
        appearances.add(action);
    }

    /** True when the API server does not serve the kind, as far as is known. */
    public boolean isMissing() {
        return missing;
    }

    @Override
    public Optional<T> find(ResourceKey key) {
        Indexer<T> indexer = indexer();
        String name = key.namespace().isEmpty() ? key.name() : Cache.namespaceKeyFunc(key.namespace(), key.name());
        return indexer == null ? Optional.empty() : Optional.ofNullable(indexer.getByKey(name));
    }

    @Override
    public Collection<T> all() {
        Indexer<T> indexer = indexer();
        return indexer == null ? List.of() : indexer.list();
    }

    @Override
    public Collection<T> inNamespace(String namespace) {
        Indexer<T> indexer = indexer();
        return indexer == null ? List.of() : indexer.byIndex(Cache.NAMESPACE_INDEX, namespace);
    }

    @Override
    public Collection<T> byIndex(String index, String value) {
        if (!request.indexes().containsKey(index)) {
            throw new IllegalArgumentException(
                    "there is no index " + index + " of " + request.type().getSimpleName() + ", only "
                            + request.indexes().keySet());
        }
        Indexer<T> indexer = indexer();
        return indexer == null ? List.of() : indexer.byIndex(index, value);
    }

    @Override
    public boolean isSynced() {
        return relay.hasList();
    }

    CacheRequest<T> request() {
        return request;
    }

    Relay<T> relay() {
        return relay;
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
            appearances.forEach(Runnable::run);
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
