package io.trainyard.plugins.torch;

import io.fabric8.kubernetes.api.model.IntOrString;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.spi.model.ElasticPolicy;
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
    static final String RUNTIME = "spec.runtimeRef";
    static final String PROCESSES = "spec.trainer.numProcPerNode";
    static final String NODES = "spec.trainer.numNodes";

    private TorchPreconditions() {}

    /** All that is in the way; empty when the TrainJob can be built. */
    static List<FieldError> of(
            TorchPolicy policy, TrainJob trainJob, RuntimeInfo info, TorchConfiguration configuration) {
        List<FieldError> found = new ArrayList<>();
        if (policy.elasticPolicy() != null) {
            found.add(FieldError.invalid(
                    RUNTIME,
                    null,
                    "the runtime has mlPolicy.torch.elasticPolicy, and elastic jobs are not supported by this version;"
                            + " use a runtime with mlPolicy.numNodes instead"));
        }
        processCounts(policy, info, found);
        nodeCount(info, found);
        elasticBounds(policy, info, found);
        List<InjectionTarget> targets = InjectionTarget.resolve(policy, info);
        missingTargets(targets, info, found);
        completionMode(targets, info, found);
        hostNames(info, found);
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

    /** The schema refuses it too; objects from before it are still about. */
    private static void nodeCount(RuntimeInfo info, List<FieldError> found) {
        Integer wanted = info.trainer().numNodes();
        if (wanted != null && wanted < 0) {
            found.add(FieldError.invalid(NODES, wanted, "must be zero or more"));
        }
    }

    /** The TrainJob's node count must lie within the bounds of the runtime's elastic policy. */
    private static void elasticBounds(TorchPolicy policy, RuntimeInfo info, List<FieldError> found) {
        ElasticPolicy elastic = policy.elasticPolicy();
        Integer wanted = info.trainer().numNodes();
        if (elastic == null || wanted == null) {
            return;
        }
        int least = elastic.minNodes() == null ? 1 : elastic.minNodes();
        int most = elastic.maxNodes() == null ? least : elastic.maxNodes();
        if (wanted < least || wanted > most) {
            found.add(FieldError.invalid(
                    NODES,
                    wanted,
                    "must be between " + least + " and " + most + ", the bounds of the elastic policy of the runtime"));
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

    /** Without an index the rank would silently be empty. */
    private static void completionMode(List<InjectionTarget> targets, RuntimeInfo info, List<FieldError> found) {
        Set<PodSet> ranked = new LinkedHashSet<>();
        info.trainerContainer().flatMap(container -> info.trainerPodSet()).ifPresent(ranked::add);
        targets.forEach(target -> target.place().ifPresent(place -> ranked.add(place.podSet())));
        for (PodSet podSet : ranked) {
            if (!podSet.isIndexed()) {
                found.add(FieldError.invalid(
                        RUNTIME,
                        null,
                        "replicated job \"" + podSet.name()
                                + "\" of the runtime has completionMode NonIndexed, so its pods have no rank;"
                                + " torch needs Indexed, which is the default"));
            }
        }
    }

    /** Without host names, only a single node can find itself. */
    private static void hostNames(RuntimeInfo info, List<FieldError> found) {
        if (JobSetNetwork.of(info).dnsHostnames()) {
            return;
        }
        info.trainerPodSet()
                .map(podSet -> NodeCount.of(podSet, info))
                .filter(nodes -> nodes > 1)
                .ifPresent(nodes -> found.add(FieldError.invalid(
                        RUNTIME,
                        null,
                        "template.spec.network.enableDNSHostnames of the runtime is false, so " + nodes
                                + " nodes cannot find each other; only one node is possible")));
    }
}
