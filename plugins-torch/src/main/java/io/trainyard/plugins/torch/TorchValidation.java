package io.trainyard.plugins.torch;

import io.trainyard.foundation.field.Validation;
import io.trainyard.plugins.torch.tune.TuneJob;
import io.trainyard.spi.framework.CommandLine;
import io.trainyard.spi.framework.CommandWarnings;
import io.trainyard.spi.framework.GroupWarnings;
import io.trainyard.spi.framework.JobSetNetwork;
import io.trainyard.spi.framework.UncountedDevices;
import io.trainyard.spi.model.TorchPolicy;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.runtime.ContainerView;
import io.trainyard.spi.runtime.ResourceCounts;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

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
            warnings.addAll(uncountedDevices(configuration, policy, info));
            warnings.addAll(CommandWarnings.of(info, container, OWN_NAMES, injectedNames()));
            if (!isContradicted(container)) {
                warnings.addAll(launcherWarnings(configuration, policy, info));
            }
        });
        warnings.addAll(TorchTune.warnings(policy, trainJob, info, configuration));
        return new Validation(TorchPreconditions.of(policy, trainJob, info, configuration), warnings)
                .and(ElasticJob.of(policy, info).map(ElasticJob::validate).orElse(Validation.OK));
    }

    /** What makes an elastic job another one is said only once. */
    private boolean isContradicted(ContainerView container) {
        return policy.elasticPolicy() != null
                && !ElasticJob.contradictions(container).isEmpty();
    }

    /** torchrun counts CUDA devices for the word gpu, and fails where it finds none. */
    private void warnAboutMissingDevices(ContainerView container) {
        ProcessCount requested = ProcessCount.requested(info.trainer().numProcPerNode(), policy.numProcPerNode());
        if (requested.equals(ProcessCount.GPU)
                && ResourceCounts.accelerators(container, Set.of()) == 0
                && UncountedDevices.of(container, configuration.acceleratorResources())
                        .isEmpty()) {
            String path = info.trainer().numProcPerNode() == null
                    ? TorchPreconditions.RUNTIME + ": mlPolicy.torch.numProcPerNode of the runtime"
                    : TorchPreconditions.PROCESSES + ":";
            warnings.add(path
                    + " is gpu, but the trainer container asks for no GPU, and torchrun fails without CUDA;"
                    + " add one to spec.trainer.resourcesPerNode, such as nvidia.com/gpu, or use auto");
        }
    }

    /** Init containers look for others even where there is only one node. */
    private void warnAboutReadiness() {
        boolean initContainers = InjectionTarget.resolve(policy, info).stream()
                .flatMap(target -> target.place().stream())
                .anyMatch(InjectionTarget.Place::isInitContainer);
        if (initContainers && !JobSetNetwork.of(info).publishesNotReady()) {
            warnings.add(GroupWarnings.unpublished());
        } else {
            GroupWarnings.readiness(info).ifPresent(warnings::add);
        }
    }

    /** What the container will get beside its own. */
    private List<String> injectedNames() {
        boolean tuned = TuneJob.isManaged(info.trainer().command());
        boolean elastic = policy.elasticPolicy() != null;
        return Arrays.stream(TorchVariable.values())
                .filter(variable ->
                        variable.isOf(elastic) && variable.isInjected(configuration) && !(tuned && variable.isMaster()))
                .map(TorchVariable::name)
                .toList();
    }

    /** Devices that {@code auto} leaves out; empty where it is not asked for, or knows them all. */
    static List<String> uncountedDevices(TorchConfiguration configuration, TorchPolicy policy, RuntimeInfo info) {
        ProcessCount requested = ProcessCount.requested(info.trainer().numProcPerNode(), policy.numProcPerNode());
        return requested.equals(ProcessCount.AUTO)
                ? info
                        .trainerContainer()
                        .flatMap(container -> UncountedDevices.warning(
                                container,
                                configuration.acceleratorResources(),
                                number(ResourceCounts.processors(container))))
                        .stream()
                        .toList()
                : List.of();
    }

    private static String number(int processors) {
        return processors > 1 ? processors + " processes on each node, one for each CPU" : "1 process on each node";
    }

    /** What the launcher in the command will do with the group that is asked for; empty when all is well. */
    static List<String> launcherWarnings(TorchConfiguration configuration, TorchPolicy policy, RuntimeInfo info) {
        return info.trainerPodSet()
                .flatMap(podSet -> podSet.trainerContainer().map(container -> LauncherWarnings.of(
                                CommandLine.of(container),
                                PromisedGroup.of(policy, info, podSet, container, configuration),
                                container.environment()::isDefinedByTemplateOrUser)
                        .stream()
                        .map(text -> CommandLine.path(info) + ": " + text)
                        .toList()))
                .orElse(List.of());
    }
}
