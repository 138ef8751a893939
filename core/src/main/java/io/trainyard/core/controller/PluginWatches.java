package io.trainyard.core.controller;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.core.kube.CacheRequest;
import io.trainyard.core.kube.Informers;
import io.trainyard.core.kube.WatchedCache;
import io.trainyard.core.plugin.Plugins;
import io.trainyard.spi.watch.WatchSpec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Opens the watches that plugins ask for: one for each kind and selector, however many plugins name it (PIPE-05, PIPE-14). */
final class PluginWatches {
    private record Selection(Class<?> type, Map<String, String> labels) {}

    private final Informers informers;
    private final CachedObjects objects;
    private final EventRouter router;
    private final Map<Selection, WatchedCache<?>> caches = new HashMap<>();

    PluginWatches(Informers informers, CachedObjects objects, EventRouter router) {
        this.informers = informers;
        this.objects = objects;
        this.router = router;
    }

    /** JobSets are watched by the controller itself, which tells everybody what the JobSet plugin would. */
    void open(List<Plugins.Watch> watches, WatchedCache<JobSet> jobSets) {
        caches.put(new Selection(JobSet.class, Map.of()), jobSets);
        watches.stream()
                .map(Plugins.Watch::spec)
                .filter(spec -> spec.type() != JobSet.class)
                .forEach(this::open);
    }

    @SuppressWarnings("unchecked")
    private <T extends HasMetadata> void open(WatchSpec<T> spec) {
        Selection selection = new Selection(spec.type(), spec.labels());
        WatchedCache<T> cache = (WatchedCache<T>) caches.computeIfAbsent(selection, unknown -> {
            WatchedCache<T> added = informers.add(CacheRequest.of(spec.type()).withLabels(spec.labels()));
            if (spec.labels().isEmpty()) {
                objects.add(spec.type(), added);
            }
            return added;
        });
        cache.addListener(router.watched(spec.mapper()));
    }
}
