package io.trainyard.core.compile;

import io.trainyard.core.jobset.JobSet;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.component.WarningEvent;
import io.trainyard.spi.model.MLPolicy;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainJobSpec;
import io.trainyard.spi.model.Trainer;
import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How many nodes a JobSet keeps that can no longer change, though its TrainJob asks for another number. Everything around the JobSet has to be made for
 * as many: a gang that waits for one pod more never starts. Pure.
 */
final class AcceptedNodes {
    private AcceptedNodes() {}

    /**
     * The number of nodes of the JobSet, where it is not the wanted one.
     *
     * @param wanted the view after the policies: with the counts that the TrainJob asks for
     * @return empty when the JobSet has the wanted number, when it never started, so that it is made anew, or when no number of nodes explains its counts
     */
    static Optional<Integer> of(RuntimeInfo wanted, JobSet existing) {
        if (existing.suspended() && !existing.hasStarted()) {
            return Optional.empty();
        }
        return existing.replicatedJobs().stream()
                .filter(job -> !canChange(wanted, existing, job))
                .flatMap(job -> missing(wanted, job).stream())
                .filter(missing -> missing != 0)
                .findFirst()
                .map(missing -> nodes(wanted) - missing)
                .filter(accepted -> accepted >= 0);
    }

    /** The same TrainJob with so many nodes. */
    static TrainJob with(int nodes, TrainJob trainJob) {
        TrainJobSpec spec = Objects.requireNonNull(trainJob.getSpec());
        Trainer trainer = spec.trainerOrEmpty();
        TrainJob changed = new TrainJob();
        changed.setMetadata(trainJob.getMetadata());
        changed.setStatus(trainJob.getStatus());
        changed.setSpec(new TrainJobSpec(
                spec.runtimeRef(),
                spec.initializer(),
                new Trainer(
                        trainer.image(),
                        trainer.command(),
                        trainer.args(),
                        trainer.env(),
                        nodes,
                        trainer.resourcesPerNode(),
                        trainer.numProcPerNode()),
                spec.labels(),
                spec.annotations(),
                spec.podSpecOverrides(),
                spec.podTemplateOverrides(),
                spec.runtimePatches(),
                spec.suspend(),
                spec.activeDeadlineSeconds(),
                spec.managedBy(),
                spec.plugins()));
        return changed;
    }

    /** What to tell the user. */
    static WarningEvent event(int nodes, RuntimeInfo wanted, TrainJob trainJob) {
        if (wanted.trainerPodSet().filter(PodSet::isElastic).isPresent()) {
            return new WarningEvent(
                    "InPlaceScalingUnsupported",
                    "spec.trainer.numNodes: " + nodes(wanted) + " has no effect while the job runs with " + nodes
                            + ", because JobSet does not change the number of pods in this cluster: switch on its feature gate ElasticJobSet,"
                            + " or suspend the TrainJob and resume it");
        }
        return new WarningEvent(
                "JobSetImmutableFieldsIgnored",
                "spec.trainer.numNodes: " + nodes(wanted) + " has no effect, because JobSet "
                        + trainJob.getMetadata().getName() + " has started with " + nodes
                        + " and its number of pods can no longer change; delete that JobSet to start from the beginning with "
                        + nodes(wanted));
    }

    /** An elastic job gets the number that it asks for, now or when its JobSet is made anew, which is no loss while no pod runs. */
    private static boolean canChange(RuntimeInfo wanted, JobSet existing, Map<String, Object> job) {
        return wanted.podSet(String.valueOf(job.get("name")))
                .filter(podSet -> podSet.isElastic() && (wanted.isResizable() || existing.suspended()))
                .isPresent();
    }

    /** Pods that the TrainJob asks for and the JobSet does not have. */
    private static Optional<Integer> missing(RuntimeInfo wanted, Map<String, Object> job) {
        Optional<PodSet> podSet = wanted.podSet(String.valueOf(job.get("name"))).filter(AcceptedNodes::dependsOnNodes);
        return podSet.isPresent() && Tree.at(job, "template", "spec", "parallelism") instanceof Number present
                ? Optional.of(podSet.get().count() - present.intValue())
                : Optional.empty();
    }

    private static boolean dependsOnNodes(PodSet podSet) {
        return podSet.isCountChanged()
                || podSet.ancestor().filter(Ancestors::isKnown).isPresent();
    }

    private static int nodes(RuntimeInfo wanted) {
        Optional<PodSet> elastic = wanted.trainerPodSet().filter(PodSet::isElastic);
        if (elastic.isPresent()) {
            return elastic.get().count();
        }
        @Nullable MLPolicy policy = wanted.policy().mlPolicy();
        @Nullable Integer ofRuntime = policy == null ? null : policy.numNodes();
        return Objects.requireNonNullElseGet(
                wanted.trainer().numNodes(), () -> Objects.requireNonNullElse(ofRuntime, 1));
    }
}
