package io.trainyard.core.controller;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.trainyard.core.kube.CacheRequest;
import io.trainyard.core.kube.Informers;
import io.trainyard.core.kube.WatchedCache;
import io.trainyard.core.plugin.Plugins;
import io.trainyard.spi.watch.WatchSpec;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Opens the watches that plugins ask for: one for each kind and selector, however many plugins name it. */
final class PluginWatches {
    private record Selection(Class<?> type, Map<String, String> labels, WatchSpec.Content content) {}

    private final Informers informers;
    private final CachedObjects objects;
    private final EventRouter router;
    private final ObservedGangFacts facts;
    private final Runnable onAppearance;
    private final Map<Selection, WatchedCache<?>> caches = new HashMap<>();

    /**
     * @param facts told which caches there are
     * @param onAppearance runs on the event loop when a kind that was missing is served
     */
    PluginWatches(
            Informers informers,
            CachedObjects objects,
            EventRouter router,
            ObservedGangFacts facts,
            Runnable onAppearance) {
        this.informers = informers;
        this.objects = objects;
        this.router = router;
        this.facts = facts;
        this.onAppearance = onAppearance;
    }

    void open(List<Plugins.Watch> watches) {
        watches.forEach(watch -> open(watch.spec()));
    }

    /** Watches kinds for their owners' sake, unless a plugin did so already; also tells whether they are served. */
    void openOwned(Collection<Class<? extends HasMetadata>> kinds) {
        kinds.stream()
                .filter(kind -> !caches.containsKey(new Selection(kind, Map.of(), WatchSpec.Content.FULL)))
                .forEach(kind -> open(WatchSpec.ownedBy(kind)));
    }

    private <T extends HasMetadata> WatchedCache<T> add(WatchSpec<T> spec) {
        boolean outline = spec.content() == WatchSpec.Content.METADATA_ONLY;
        CacheRequest<T> request =
                CacheRequest.of(spec.type()).withLabels(spec.labels()).whenServed();
        WatchedCache<T> added = informers.add(
                outline ? request.metadataOnly().transformedBy(new MetadataOnly<>(spec.type())) : request);
        added.onAppearance(onAppearance);
        facts.watched(spec.type(), added);
        if (outline) {
            objects.addOutline(spec.type(), added);
        } else if (spec.labels().isEmpty()) {
            objects.add(spec.type(), added);
        } else {
            objects.addPartial(spec.type(), added);
        }
        return added;
    }

    @SuppressWarnings("unchecked")
    private <T extends HasMetadata> void open(WatchSpec<T> spec) {
        Selection selection = new Selection(spec.type(), spec.labels(), spec.content());
        WatchedCache<T> cache = (WatchedCache<T>) caches.computeIfAbsent(selection, unknown -> add(spec));
        cache.addListener(router.watched(spec.mapper()));
    }
}
