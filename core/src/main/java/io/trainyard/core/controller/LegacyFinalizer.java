package io.trainyard.core.controller;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.kube.ApiFailure;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainerApi;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Removes from runtimes the finalizer that releases before v2.3 of the API put there, so that they can be deleted.
 */
final class LegacyFinalizer {
    private final KubeApi api;

    LegacyFinalizer(KubeApi api) {
        this.api = api;
    }

    /** True when a runtime has it. */
    static boolean isOn(RuntimeResource runtime) {
        return runtime.getMetadata().getFinalizers().contains(TrainerApi.LEGACY_RUNTIME_FINALIZER);
    }

    /**
     * Removes it.
     *
     * @return fails with {@link ApiFailure}, also when the runtime has changed in the meantime; one that is gone needs nothing any more
     */
    <T extends RuntimeResource> Uni<Void> removeFrom(Class<T> type, T runtime) {
        List<String> others = runtime.getMetadata().getFinalizers().stream()
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
        return removal.replaceWithVoid()
                .onFailure(ApiFailure.Kind.NOT_FOUND::isOf)
                .recoverWithNull();
    }
}
