package io.trainyard.plugins.torch;

import io.fabric8.kubernetes.api.model.OwnerReference;
import io.smallrye.mutiny.Uni;
import io.trainyard.spi.ObjectReader;
import io.trainyard.spi.component.Component;
import io.trainyard.spi.component.Components;
import io.trainyard.spi.component.WarningEvent;
import io.trainyard.spi.model.ElasticPolicy;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainerApi;
import io.trainyard.spi.runtime.RuntimeInfo;
import io.trainyard.spi.watch.WatchSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The autoscaler of an elastic job whose runtime has metrics: it writes the number of nodes through the scale subresource of the TrainJob. */
final class Autoscaling {
    private static final String MANAGED_BY = "app.kubernetes.io/managed-by";
    private static final String US = "trainyard";

    private final ObjectReader objects;
    private final Map<String, Object> behavior;

    /**
     * Autoscalers of a cluster.
     *
     * @param behavior how fast they scale, as Kubernetes has it; empty for its defaults
     */
    Autoscaling(ObjectReader objects, Map<String, Object> behavior) {
        this.objects = objects;
        this.behavior = behavior;
    }

    /** Only ours, so that the autoscalers of everybody else are not kept in memory. */
    static WatchSpec<HorizontalPodAutoscaler> watch() {
        return new WatchSpec<>(
                HorizontalPodAutoscaler.class,
                Map.of(MANAGED_BY, US),
                WatchSpec.ownedBy(HorizontalPodAutoscaler.class).mapper());
    }

    /** What should exist for a TrainJob: an autoscaler while its pods may run and change in number. */
    Uni<Components> build(TrainJob trainJob, RuntimeInfo info, ElasticPolicy policy) {
        if (policy.metrics().isEmpty()) {
            return Uni.createFrom().item(Components.none());
        }
        HorizontalPodAutoscaler autoscaler = autoscaler(trainJob, policy);
        boolean suspended = trainJob.getSpec() != null && trainJob.getSpec().isSuspended();
        if (suspended || !info.isResizable()) {
            return Uni.createFrom().item(Components.of(List.of(Component.absent(autoscaler))));
        }
        return objects.find(
                        HorizontalPodAutoscaler.class,
                        namespace(trainJob),
                        trainJob.getMetadata().getName())
                .map(found -> found.filter(existing -> !belongsToNamesake(existing, trainJob))
                        .map(foreign -> Components.none().and(conflict(trainJob)))
                        .orElseGet(() -> Components.of(List.of(Component.untilEnded(autoscaler)))));
    }

    private HorizontalPodAutoscaler autoscaler(TrainJob trainJob, ElasticPolicy policy) {
        String name = trainJob.getMetadata().getName();
        Map<String, Object> spec = new LinkedHashMap<>();
        spec.put(
                "scaleTargetRef",
                Map.of("apiVersion", TrainerApi.API_VERSION, "kind", TrainerApi.TRAIN_JOB, "name", name));
        spec.put("minReplicas", policy.effectiveMinNodes());
        spec.put("maxReplicas", policy.effectiveMaxNodes());
        spec.put("metrics", policy.metrics());
        if (!behavior.isEmpty()) {
            spec.put("behavior", behavior);
        }
        HorizontalPodAutoscaler autoscaler = new HorizontalPodAutoscaler();
        autoscaler.getMetadata().setName(name);
        autoscaler.getMetadata().setLabels(Map.of(MANAGED_BY, US));
        autoscaler.setSpec(spec);
        return autoscaler;
    }

    /** By name: that of an earlier TrainJob of this name goes away with it, and the host waits for that. */
    private static boolean belongsToNamesake(HorizontalPodAutoscaler found, TrainJob trainJob) {
        Optional<OwnerReference> owner = found.getMetadata().getOwnerReferences().stream()
                .filter(candidate -> Boolean.TRUE.equals(candidate.getController()))
                .findFirst();
        return owner.filter(controller -> TrainerApi.TRAIN_JOB.equals(controller.getKind())
                        && trainJob.getMetadata().getName().equals(controller.getName()))
                .isPresent();
    }

    private static WarningEvent conflict(TrainJob trainJob) {
        return new WarningEvent(
                "HPAConflict",
                "HorizontalPodAutoscaler " + trainJob.getMetadata().getName()
                        + " belongs to somebody else, so the metrics of the runtime have no effect: delete or rename it, or the TrainJob");
    }

    private static String namespace(TrainJob trainJob) {
        String namespace = trainJob.getMetadata().getNamespace();
        return namespace == null ? "" : namespace;
    }
}
