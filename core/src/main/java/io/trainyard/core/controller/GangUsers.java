package io.trainyard.core.controller;

import io.trainyard.core.compile.PodTrees;
import io.trainyard.core.kube.ObjectCache;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.model.ClusterTrainingRuntime;
import io.trainyard.spi.model.JobSetTemplate;
import io.trainyard.spi.model.PodGroupPolicy;
import io.trainyard.spi.model.ResourceKey;
import io.trainyard.spi.model.RuntimeRef;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainJobSpec;
import io.trainyard.spi.model.TrainerApi;
import io.trainyard.spi.model.TrainingRuntime;
import io.trainyard.spi.model.TrainingRuntimeSpec;
import io.trainyard.spi.overrides.PodOverride;
import io.trainyard.spi.watch.TrainJobIndex;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds suspended TrainJobs whose runtime selects a gang scheduler. Safe on any thread. */
final class GangUsers {
    /** Name of the index of runtimes, and of TrainJobs, by the RuntimeClasses that they name. */
    static final String RUNTIME_CLASSES = "runtimeClassName";

    private final ObjectCache<TrainJob> trainJobs;
    private final ObjectCache<TrainingRuntime> runtimes;
    private final ObjectCache<ClusterTrainingRuntime> clusterRuntimes;
    private final TrainJobIndex index;

    GangUsers(
            ObjectCache<TrainJob> trainJobs,
            ObjectCache<TrainingRuntime> runtimes,
            ObjectCache<ClusterTrainingRuntime> clusterRuntimes,
            TrainJobIndex index) {
        this.trainJobs = trainJobs;
        this.runtimes = runtimes;
        this.clusterRuntimes = clusterRuntimes;
        this.index = index;
    }

    /** The RuntimeClasses that a runtime's template names; for the index. */
    static List<String> runtimeClasses(RuntimeResource runtime) {
        @Nullable TrainingRuntimeSpec spec = runtime.getSpec();
        @Nullable JobSetTemplate template = spec == null ? null : spec.template();
        return template == null
                ? List.of()
                : Tree.objects(template.spec(), "replicatedJobs").stream()
                        .flatMap(job -> Tree.string(PodTrees.podSpec(job), RUNTIME_CLASSES).stream())
                        .distinct()
                        .toList();
    }

    /** The RuntimeClasses that a TrainJob's own overrides and patches name; for the index. */
    static List<String> runtimeClasses(TrainJob trainJob) {
        @Nullable TrainJobSpec spec = trainJob.getSpec();
        return spec == null
                ? List.of()
                : PodOverride.of(spec).stream()
                        .flatMap(override -> Tree.string(override.podSpec().tree(), RUNTIME_CLASSES).stream())
                        .distinct()
                        .toList();
    }

    Collection<TrainJob> inNamespace(String namespace) {
        return trainJobs.inNamespace(namespace).stream()
                .filter(this::isAffected)
                .toList();
    }

    Collection<TrainJob> ofRuntimeClass(String name) {
        List<TrainJob> users = new ArrayList<>(trainJobs.byIndex(RUNTIME_CLASSES, name));
        runtimes.byIndex(RUNTIME_CLASSES, name)
                .forEach(runtime -> users.addAll(index.ofRuntime(
                        TrainerApi.TRAINING_RUNTIME,
                        runtime.getMetadata().getNamespace(),
                        runtime.getMetadata().getName())));
        clusterRuntimes
                .byIndex(RUNTIME_CLASSES, name)
                .forEach(runtime -> users.addAll(index.ofRuntime(
                        TrainerApi.CLUSTER_TRAINING_RUNTIME,
                        "",
                        runtime.getMetadata().getName())));
        return users.stream().filter(this::isAffected).toList();
    }

    /** All that wait for something: whoever does not will not be made to work by being looked at. */
    Stream<TrainJob> unfinished() {
        return trainJobs.all().stream()
                .filter(trainJob -> !trainJob.statusOrEmpty().isFinished());
    }

    private boolean isAffected(TrainJob trainJob) {
        @Nullable TrainJobSpec spec = trainJob.getSpec();
        return spec != null
                && spec.isSuspended()
                && runtime(spec.runtimeRef(), trainJob)
                        .map(RuntimeResource::getSpec)
                        .map(TrainingRuntimeSpec::podGroupPolicy)
                        .filter(GangUsers::selectsScheduler)
                        .isPresent();
    }

    private Optional<? extends RuntimeResource> runtime(@Nullable RuntimeRef reference, TrainJob trainJob) {
        if (reference == null || !TrainerApi.GROUP.equals(reference.effectiveApiGroup())) {
            return Optional.empty();
        }
        String name = String.valueOf(reference.name());
        return TrainerApi.TRAINING_RUNTIME.equals(reference.effectiveKind())
                ? runtimes.find(new ResourceKey(trainJob.getMetadata().getNamespace(), name))
                : clusterRuntimes.find(new ResourceKey("", name));
    }

    private static boolean selectsScheduler(PodGroupPolicy policy) {
        return policy.coscheduling() != null
                || policy.volcano() != null
                || policy.kai() != null
                || policy.plugin() != null;
    }
}
