package io.trainyard.plugins.torch;

import io.fabric8.kubernetes.api.model.EnvVar;
import io.trainyard.foundation.field.Validation;
import io.trainyard.plugins.torch.tune.TuneJob;
import io.trainyard.spi.model.TorchPolicy;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.runtime.ContainerView;
import io.trainyard.spi.runtime.ResourceCounts;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Validates one TrainJob on a torch runtime. Changes nothing. */
final class TorchValidation {
    private static final Pattern OWN_NAMES = Pattern.compile("(TRAINER|PET)_[A-Z0-9_]+");

    private final TorchConfiguration configuration;
    private final TorchPolicy policy;
    private final TrainJob trainJob;
    private final RuntimeInfo info;
    private final List<String> warnings = new ArrayList<>();

    TorchValidation(TorchConfiguration configuration, TorchPolicy policy, TrainJob trainJob, RuntimeInfo info) {
        this.configuration = configuration;
        this.policy = policy;
        this.trainJob = trainJob;
        this.info = info;
    }

    Validation run() {
        warnAboutReadiness();
        info.trainerContainer().ifPresent(container -> {
            warnAboutMissingDevices(container);
            warnAboutUnresolvedReferences(container);
            warnAboutUnsplitCommand(container);
        });
        warnings.addAll(TorchTune.warnings(policy, trainJob, info, configuration));
        return new Validation(TorchPreconditions.of(policy, trainJob, info, configuration), warnings)
                .and(ReservedVariables.validate(policy, trainJob, info));
    }

    /** torchrun counts CUDA devices for the word gpu, and fails where it finds none. */
    private void warnAboutMissingDevices(ContainerView container) {
        ProcessCount requested = ProcessCount.requested(info.trainer().numProcPerNode(), policy.numProcPerNode());
        if (requested.equals(ProcessCount.GPU)
                && ResourceCounts.accelerators(container, configuration.acceleratorResources()) == 0) {
            String path = info.trainer().numProcPerNode() == null
                    ? TorchPreconditions.RUNTIME + ": mlPolicy.torch.numProcPerNode of the runtime"
                    : TorchPreconditions.PROCESSES + ":";
            warnings.add(path
                    + " is gpu, but the trainer container asks for no accelerator, and torchrun fails without CUDA;"
                    + " add one to spec.trainer.resourcesPerNode, such as nvidia.com/gpu, or use auto");
        }
    }

    /** Until pods are ready their names do not resolve, and init containers run before that. */
    private void warnAboutReadiness() {
        if (JobSetNetwork.of(info).publishesNotReady()) {
            return;
        }
        boolean severalNodes = info.trainerPodSet()
                .filter(podSet -> NodeCount.of(podSet, info) > 1)
                .isPresent();
        boolean initContainers = InjectionTarget.resolve(policy, info).stream()
                .flatMap(target -> target.place().stream())
                .anyMatch(InjectionTarget.Place::isInitContainer);
        if (severalNodes || initContainers) {
            warnings.add(TorchPreconditions.RUNTIME
                    + ": template.spec.network.publishNotReadyAddresses of the runtime is false, so nodes may not find"
                    + " each other when they start");
        }
    }

    /** Kubernetes leaves a reference to a variable that nobody defines as it is. */
    private void warnAboutUnresolvedReferences(ContainerView container) {
        Set<String> defined =
                container.environment().merged().stream().map(EnvVar::getName).collect(Collectors.toSet());
        boolean tuned = TuneJob.isManaged(info.trainer().command());
        for (TorchVariable variable : TorchVariable.values()) {
            if (variable.isInjected(configuration) && !(tuned && variable.isMaster())) {
                defined.add(variable.name());
            }
        }
        List<String> words = new ArrayList<>(container.command());
        words.addAll(container.args());
        List<String> unresolved = VariableReferences.in(words).stream()
                .filter(name -> OWN_NAMES.matcher(name).matches() && !defined.contains(name))
                .map(name -> "$(" + name + ")")
                .toList();
        if (!unresolved.isEmpty()) {
            warnings.add(
                    commandPath() + ": " + String.join(", ", unresolved)
                            + " will stay as it is, because nothing defines a variable of that name; write $$ for a plain dollar");
        }
    }

    /** No shell splits the one word of such a command. */
    private void warnAboutUnsplitCommand(ContainerView container) {
        if (container.command().size() == 1 && container.args().isEmpty()) {
            String command = container.command().get(0).strip();
            if (command.contains(" ")) {
                warnings.add(commandPath() + ": \"" + command
                        + "\" is one word to a container, so no such program will be found; write ["
                        + String.join(", ", command.split(" +")) + "]");
            }
        }
    }

    private String commandPath() {
        boolean ofTrainJob = info.trainer().command() != null || info.trainer().args() != null;
        return ofTrainJob ? "spec.trainer" : TorchPreconditions.RUNTIME + ": command of the trainer container";
    }
}
