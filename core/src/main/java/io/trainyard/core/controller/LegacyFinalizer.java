package io.trainyard.core.controller;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.kube.ApiFailure;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainerApi;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes from runtimes the finalizer that releases before v2.3 of the API put there (PIPE-66), so that they can be deleted. A failed removal is
 * repeated at the next event of the runtime.
 */
final class LegacyFinalizer {
    private static final Logger LOG = LoggerFactory.getLogger(LegacyFinalizer.class);

    private final KubeApi api;

    LegacyFinalizer(KubeApi api) {
        this.api = api;
    }

    <T extends RuntimeResource> void removeFrom(Class<T> type, T runtime) {
        List<String> finalizers = runtime.getMetadata().getFinalizers();
        if (!finalizers.contains(TrainerApi.LEGACY_RUNTIME_FINALIZER)) {
            return;
        }
        List<String> others = finalizers.stream()
                .filter(finalizer -> !finalizer.equals(TrainerApi.LEGACY_RUNTIME_FINALIZER))
                .toList();
        @Nullable String namespace = runtime.getMetadata().getNamespace();
        // With the version, a finalizer that somebody adds at this moment is not lost: the write fails, and an event
        // brings us back.
        Uni<T> removal = api.mergePatch(
                type,
                namespace == null ? "" : namespace,
                runtime.getMetadata().getName(),
                Map.of(
                        "metadata",
                        Map.of(
                                "finalizers",
                                others,
                                "resourceVersion",
                                runtime.getMetadata().getResourceVersion())));
        removal.subscribe()
                .with(
                        done -> LOG.atInfo()
                                .addKeyValue("runtime", runtime.getMetadata().getName())
                                .log("removed the finalizer of an older release"),
                        failure -> {
                            boolean gone = failure instanceof ApiFailure api && api.kind() == ApiFailure.Kind.NOT_FOUND;
                            if (!gone) {
                                LOG.atWarn()
                                        .addKeyValue(
                                                "runtime", runtime.getMetadata().getName())
                                        .log("finalizer not removed: {}", failure.getMessage());
                            }
                        });
    }
}
