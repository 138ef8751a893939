package io.trainyard.core.controller;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.LimitRange;
import io.fabric8.kubernetes.api.model.node.v1.RuntimeClass;
import io.trainyard.core.gang.GangFacts;
import io.trainyard.core.gang.PodDefaults;
import io.trainyard.core.kube.CacheRequest;
import io.trainyard.core.kube.Informers;
import io.trainyard.core.kube.ServedKinds;
import io.trainyard.core.kube.WatchedCache;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What gangs need to know of a cluster, out of caches: one of LimitRanges and one of RuntimeClasses for all gang schedulers, opened only when
 * there is one.
 */
final class ObservedGangFacts implements GangFacts {
    private final ServedKinds kinds;
    private final Map<Class<?>, WatchedCache<?>> optional = new ConcurrentHashMap<>();
    private volatile @Nullable WatchedCache<LimitRange> limitRanges;
    private volatile @Nullable WatchedCache<RuntimeClass> runtimeClasses;

    ObservedGangFacts(ServedKinds kinds) {
        this.kinds = kinds;
    }

    /** Adds the caches, and tells the router of changes; before the informers start. */
    void open(Informers informers, PodDefaultsRouter router) {
        WatchedCache<LimitRange> ranges =
                informers.add(CacheRequest.of(LimitRange.class).whenServed());
        WatchedCache<RuntimeClass> classes =
                informers.add(CacheRequest.of(RuntimeClass.class).whenServed());
        ranges.addListener(router.limitRanges());
        classes.addListener(router.runtimeClasses());
        limitRanges = ranges;
        runtimeClasses = classes;
    }

    /** A kind that is watched for plugins. */
    void watched(Class<?> kind, WatchedCache<?> cache) {
        optional.put(kind, cache);
    }

    @Override
    public PodDefaults podDefaults(String namespace) {
        WatchedCache<LimitRange> ranges = limitRanges;
        WatchedCache<RuntimeClass> classes = runtimeClasses;
        return ranges == null || classes == null
                ? PodDefaults.NONE
                : PodDefaults.of(ranges.inNamespace(namespace), classes.all());
    }

    @Override
    public boolean isMissing(Class<? extends HasMetadata> kind) {
        WatchedCache<?> cache = optional.get(kind);
        return (cache != null && cache.isMissing()) || kinds.isMissing(kind);
    }
}
