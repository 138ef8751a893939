package io.trainyard.plugins.torch;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.plugins.torch.tune.TuneJob;
import io.trainyard.plugins.torch.tune.TunePreconditions;
import io.trainyard.plugins.torch.tune.TuneWarnings;
import io.trainyard.spi.framework.JobSetNetwork;
import io.trainyard.spi.framework.NodeCount;
import io.trainyard.spi.model.RuntimeRef;
import io.trainyard.spi.model.TorchPolicy;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.runtime.ContainerView;
import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.ResourceCounts;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** TorchTune on a torch runtime: where a TrainJob says {@code tune run} and no more, recipe and configuration are chosen for it. */
final class TorchTune {
    private TorchTune() {}

    /** The fine-tuning that is left to us; empty when the TrainJob runs something else, or the runtime has no container for it. */
    static Optional<TuneJob> of(
            TorchPolicy policy, TrainJob trainJob, RuntimeInfo info, TorchConfiguration configuration) {
        if (!TuneJob.isManaged(info.trainer().command())) {
            return Optional.empty();
        }
        return info.trainerPodSet().flatMap(podSet -> podSet.trainerContainer().map(container -> {
            TorchEnvironment environment =
                    TorchEnvironment.of(policy, trainJob, info, podSet, container, configuration);
            return new TuneJob(
                    runtimeName(trainJob),
                    info.runtimeAnnotations().get(TuneJob.MODEL_ANNOTATION),
                    wordsOfRuntime(container),
                    args(info),
                    environment.nodes(),
                    isSingleProcess(environment.processesPerNode(), container, configuration));
        }));
    }

    /** What keeps it from being built; empty where nothing is left to us. */
    static List<FieldError> preconditions(
            TorchPolicy policy, TrainJob trainJob, RuntimeInfo info, TorchConfiguration configuration) {
        List<FieldError> found = new ArrayList<>();
        of(policy, trainJob, info, configuration).ifPresent(job -> {
            if (policy.elasticPolicy() != null) {
                found.add(FieldError.invalid(
                        "spec.trainer.command",
                        null,
                        "tune run trains on a fixed number of nodes, but the runtime is elastic; use a runtime with"
                                + " mlPolicy.numNodes instead"));
            }
            found.addAll(TunePreconditions.of(job));
        });
        return found;
    }

    /** What the user should know of it, also where the command is the runtime's own. */
    static List<String> warnings(
            TorchPolicy policy, TrainJob trainJob, RuntimeInfo info, TorchConfiguration configuration) {
        Optional<TuneJob> managed = of(policy, trainJob, info, configuration);
        if (managed.isPresent()) {
            return TuneWarnings.of(managed.get());
        }
        if (info.trainer().command() != null) {
            return List.of();
        }
        return info.trainerPodSet()
                .flatMap(podSet -> podSet.trainerContainer()
                        .map(container -> TuneWarnings.ofRuntimeCommand(
                                wordsOfRuntime(container), args(info), NodeCount.of(podSet, info))))
                .orElse(List.of());
    }

    /** Replaces command and arguments of the container that trains. */
    static void enforce(TuneJob job, PodSet podSet, RuntimeInfo info, ContainerView container, int masterPort) {
        container.setCommand(job.command(JobSetNetwork.of(info).rankZeroHost(podSet) + ":" + masterPort));
        if (!container.args().equals(job.args())) {
            container.setArgs(job.args());
        }
    }

    /** Where the processes are counted in the container only, its devices decide. */
    private static boolean isSingleProcess(
            String processesPerNode, ContainerView container, TorchConfiguration configuration) {
        boolean counted =
                processesPerNode.equals(ProcessCount.AUTO.text()) || processesPerNode.equals(ProcessCount.GPU.text());
        return counted
                ? ResourceCounts.accelerators(container, configuration.acceleratorResources()) == 1
                : processesPerNode.equals("1");
    }

    private static List<String> wordsOfRuntime(ContainerView container) {
        List<String> words = new ArrayList<>(container.templateCommand());
        words.addAll(container.templateArgs());
        return words;
    }

    private static List<String> args(RuntimeInfo info) {
        List<String> args = info.trainer().args();
        return args == null ? List.of() : args;
    }

    private static String runtimeName(TrainJob trainJob) {
        @Nullable
        RuntimeRef reference =
                trainJob.getSpec() == null ? null : trainJob.getSpec().runtimeRef();
        String name = reference == null ? null : reference.name();
        return name == null ? "" : name;
    }
}
