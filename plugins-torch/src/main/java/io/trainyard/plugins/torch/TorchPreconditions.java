package io.trainyard.plugins.torch;

import io.fabric8.kubernetes.api.model.IntOrString;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.spi.framework.GroupPreconditions;
import io.trainyard.spi.framework.TrainJobFields;
import io.trainyard.spi.model.TorchPolicy;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What keeps a TrainJob from being built. Admission refuses it, and the controller, where admission was bypassed, does not build it: one
 * list for both, so that they cannot disagree.
 */
final class TorchPreconditions {
    static final String RUNTIME = TrainJobFields.RUNTIME;
    static final String PROCESSES = TrainJobFields.PROCESSES;
    static final String NODES = TrainJobFields.NODES;

    private TorchPreconditions() {}

    /** All that is in the way; empty when the TrainJob can be built. */
    static List<FieldError> of(
            TorchPolicy policy, TrainJob trainJob, RuntimeInfo info, TorchConfiguration configuration) {
        List<FieldError> found = new ArrayList<>();
        processCounts(policy, info, found);
        found.addAll(GroupPreconditions.nodeCount(info));
        List<InjectionTarget> targets = InjectionTarget.resolve(policy, info);
        missingTargets(targets, info, found);
        found.addAll(GroupPreconditions.indexes("torch", ranked(targets, info)));
        found.addAll(ElasticJob.of(policy, info)
                .map(ElasticJob::preconditions)
                .orElseGet(() -> GroupPreconditions.hostNames(info)));
        found.addAll(TorchTune.preconditions(policy, trainJob, info, configuration));
        return found;
    }

    /** A process count is a number from 1 or one of the words that torchrun knows. */
    private static void processCounts(TorchPolicy policy, RuntimeInfo info, List<FieldError> found) {
        IntOrString ofTrainJob = info.trainer().numProcPerNode();
        if (ofTrainJob != null && ProcessCount.parse(ofTrainJob).isEmpty()) {
            found.add(FieldError.invalid(PROCESSES, ofTrainJob.getValue(), ProcessCount.ACCEPTED));
        }
        IntOrString ofRuntime = policy.numProcPerNode();
        if (ofRuntime != null && ProcessCount.parse(ofRuntime).isEmpty()) {
            found.add(FieldError.invalid(
                    RUNTIME,
                    ofRuntime.getValue(),
                    "mlPolicy.torch.numProcPerNode of the runtime " + ProcessCount.ACCEPTED));
        }
    }

    /** A container that is named must exist, or its program would miss its variables. */
    private static void missingTargets(List<InjectionTarget> targets, RuntimeInfo info, List<FieldError> found) {
        for (InjectionTarget target : targets) {
            if (target.place().isEmpty()) {
                String missing = info.podSet(target.jobName()).isEmpty()
                        ? "no replicated job \"" + target.jobName() + "\""
                        : "no container or init container \"" + target.containerName() + "\" in its replicated job \""
                                + target.jobName() + "\"";
                found.add(FieldError.invalid(
                        RUNTIME,
                        target.jobName() + "/" + target.containerName(),
                        "mlPolicy.torch.envInjection of the runtime names it, but the runtime has " + missing));
            }
        }
    }

    /** Whose pods need a rank: the trainer, and what holds containers that get its variables. */
    private static Set<PodSet> ranked(List<InjectionTarget> targets, RuntimeInfo info) {
        Set<PodSet> ranked = new LinkedHashSet<>();
        info.trainerContainer().flatMap(container -> info.trainerPodSet()).ifPresent(ranked::add);
        targets.forEach(target -> target.place().ifPresent(place -> ranked.add(place.podSet())));
        return ranked;
    }
}
