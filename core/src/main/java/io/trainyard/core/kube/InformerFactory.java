package io.trainyard.core.kube;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.FilterWatchListDeletable;
import io.fabric8.kubernetes.client.dsl.Informable;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.trainyard.spi.watch.WatchSpec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/** Builds fabric8's informers. That loads classes: too long for an event loop. */
final class InformerFactory {
    private final KubernetesClient client;
    private final KubernetesClient outlines;
    private final SharedParts parts = new SharedParts();

    InformerFactory(KubernetesClient client) {
        this.client = client;
        this.outlines = MetadataInterceptor.over(client);
    }

    /**
     * An informer that is not started yet.
     *
     * @param onFailure told when a list or a watch failed, which the informer overcomes by itself
     * @param onLoss told when something else failed while an object was worked on
     */
    <T extends HasMetadata> SharedIndexInformer<T> make(
            CacheRequest<T> request, Consumer<Throwable> onFailure, Consumer<Throwable> onLoss) {
        client.getKubernetesSerialization().registerKubernetesResource(request.type());
        Informable<T> informable = select(request);
        if (request.pageSize() > 0) {
            informable = informable.withLimit((long) request.pageSize());
        }
        SharedIndexInformer<T> informer = informable.runnableInformer(0);
        informer.itemStore(new TransformingStore<>(request.transform(), parts, onLoss));
        informer.addIndexers(indexers(request, onLoss));
        informer.exceptionHandler((started, failure) -> {
            onFailure.accept(ApiFailures.unwrap(failure));
            return true;
        });
        return informer;
    }

    private <T extends HasMetadata> FilterWatchListDeletable<T, ?, ?> select(CacheRequest<T> request) {
        var all = (request.outlined() ? outlines : client).resources(request.type());
        FilterWatchListDeletable<T, ?, ?> selected =
                request.namespace().isEmpty() ? all.inAnyNamespace() : all.inNamespace(request.namespace());
        FilterWatchListDeletable<T, ?, ?> named =
                request.name().isEmpty() ? selected : selected.withField("metadata.name", request.name());
        for (Map.Entry<String, String> label : request.labels().entrySet()) {
            named = label.getValue().equals(WatchSpec.ANY_VALUE)
                    ? named.withLabel(label.getKey())
                    : named.withLabel(label.getKey(), label.getValue());
        }
        return named;
    }

    private static <T extends HasMetadata> Map<String, Function<T, List<String>>> indexers(
            CacheRequest<T> request, Consumer<Throwable> onLoss) {
        Map<String, Function<T, List<String>>> indexers = new HashMap<>();
        request.indexes().forEach((name, values) -> indexers.put(name, object -> values(values, object, onLoss)));
        return indexers;
    }

    private static <T> List<String> values(
            Function<T, Collection<String>> values, T object, Consumer<Throwable> onLoss) {
        try {
            return new ArrayList<>(values.apply(object));
        } catch (RuntimeException | Error broken) {
            // The object itself must not be missing, too.
            onLoss.accept(broken);
            return List.of();
        }
    }
}
