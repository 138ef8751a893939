package io.trainyard.core.kube;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import io.trainyard.spi.model.ResourceKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A cache that {@link Informers} keeps up to date: with one watch, or with one for each namespace that is served. Whoever reads it sees no
 * difference.
 *
 * @param <T> the kind
 */
public final class WatchedCache<T extends HasMetadata> implements ObjectCache<T> {
    private final CacheRequest<T> request;
    private final ListenerDispatcher<T> listeners = new ListenerDispatcher<>(this::find);
    private final List<Runnable> appearances = new CopyOnWriteArrayList<>();
    private final List<Runnable> doubts = new ArrayList<>();
    private final Map<String, CachePart<T>> parts = new LinkedHashMap<>();

    /** Without parts nothing is ever found in it. */
    WatchedCache(CacheRequest<T> request) {
        this.request = request;
    }

    /**
     * One more part; before anybody reads.
     *
     * @param namespace its objects' namespace; empty for the only part, which holds everything that was asked for
     * @param onNews runs at every event, on the thread that read it
     * @param onList runs after each complete list, on the thread that read it, with an informer that nobody reads any more, if there is one
     */
    CachePart<T> part(String namespace, Runnable onNews, Consumer<@Nullable SharedIndexInformer<T>> onList) {
        CachePart<T> part = new CachePart<>(
                namespace.isEmpty() ? request : request.inNamespace(namespace),
                listeners,
                onNews,
                onList,
                this::returned);
        parts.put(namespace, part);
        return part;
    }

    /** How a listener that failed is told again. */
    void retryBy(ListenerDispatcher.Retry retry) {
        listeners.retryBy(retry);
    }

    /** One more who is told of changes; before {@link Informers#start}. */
    public void addListener(Listener<? super T> listener) {
        listeners.add(listener);
    }

    /** Runs on the owning context after a write failed because the kind is not served. To be called before the start. */
    void onDoubt(Runnable action) {
        doubts.add(action);
    }

    /**
     * A write failed because the API server does not serve the kind. A watch outlives its kind for a minute or two, and does not notice when the kind is back by
     * then; so it is opened again, and {@link #onAppearance} follows. On the owning context.
     */
    public void doubt() {
        doubts.forEach(Runnable::run);
    }

    /** Runs on the owning context whenever the kind, after it was missing or doubted, is served and all its objects are here. */
    public void onAppearance(Runnable action) {
        appearances.add(action);
    }

    /** True when the API server does not serve the kind, as far as is known. */
    public boolean isMissing() {
        return parts.values().stream().anyMatch(CachePart::isMissing);
    }

    @Override
    public Optional<T> find(ResourceKey key) {
        CachePart<T> part = of(key.namespace());
        return part == null ? Optional.empty() : part.find(key);
    }

    @Override
    public Collection<T> all() {
        return union(CachePart::all);
    }

    @Override
    public Collection<T> inNamespace(String namespace) {
        CachePart<T> part = of(namespace);
        return part == null ? List.of() : part.byIndex(Cache.NAMESPACE_INDEX, namespace);
    }

    @Override
    public Collection<T> byIndex(String index, String value) {
        if (!request.indexes().containsKey(index)) {
            throw new IllegalArgumentException(
                    "there is no index " + index + " of " + request.type().getSimpleName() + ", only "
                            + request.indexes().keySet());
        }
        return union(part -> part.byIndex(index, value));
    }

    @Override
    public boolean isSynced() {
        return parts.values().stream().allMatch(CachePart::isSynced);
    }

    @Override
    public boolean isSynced(String namespace) {
        CachePart<T> part = of(namespace);
        return part != null && part.isSynced();
    }

    private Collection<T> union(Function<CachePart<T>, Collection<T>> read) {
        if (parts.size() == 1) {
            return read.apply(parts.values().iterator().next());
        }
        List<T> union = new ArrayList<>();
        parts.values().forEach(part -> union.addAll(read.apply(part)));
        return union;
    }

    /** Null for a namespace that is not served. */
    private @Nullable CachePart<T> of(String namespace) {
        CachePart<T> whole = parts.get("");
        return whole == null ? parts.get(namespace) : whole;
    }

    /** Parts notice one after the other that the kind is back; the last one speaks for all. */
    private void returned() {
        if (!isMissing()) {
            appearances.forEach(Runnable::run);
        }
    }
}
