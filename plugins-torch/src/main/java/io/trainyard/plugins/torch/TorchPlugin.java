package io.trainyard.plugins.torch;

import com.google.auto.service.AutoService;
import io.smallrye.mutiny.Uni;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import io.trainyard.plugins.torch.tune.TuneJob;
import io.trainyard.spi.Permission;
import io.trainyard.spi.Plugin;
import io.trainyard.spi.PluginContext;
import io.trainyard.spi.component.Components;
import io.trainyard.spi.component.WarningEvent;
import io.trainyard.spi.extension.ComponentBuilder;
import io.trainyard.spi.extension.CustomValidation;
import io.trainyard.spi.extension.EnforceMLPolicy;
import io.trainyard.spi.extension.InvalidTrainJobException;
import io.trainyard.spi.extension.WatchExtension;
import io.trainyard.spi.framework.FrameworkPlugin;
import io.trainyard.spi.framework.NodeCount;
import io.trainyard.spi.framework.UncountedDevices;
import io.trainyard.spi.model.MLPolicy;
import io.trainyard.spi.model.TorchPolicy;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.runtime.ContainerView;
import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.RuntimeInfo;
import io.trainyard.spi.watch.WatchSpec;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Serves {@code mlPolicy.torch}: every node of the TrainJob becomes a pod whose torchrun finds the others through variables.
 *
 * <p>The nodes of an elastic job may come and go, and an autoscaler may say how many there are: {@link ElasticJob}. Where the command is
 * {@code tune run}, {@link TorchTune} completes it.
 *
 * <p>It is no {@link FrameworkPlugin}: it reads the cluster for the autoscaler, and has something to say about TrainJobs without a policy of its own.
 */
@AutoService(Plugin.class)
public final class TorchPlugin implements EnforceMLPolicy, CustomValidation, ComponentBuilder, WatchExtension {
    /** Reason of the events about a number of nodes outside the bounds of the elastic policy. */
    private static final String OUT_OF_RANGE = "ScaleOutOfRange";

    private TorchConfiguration configuration = TorchConfiguration.DEFAULT;
    private @Nullable Autoscaling autoscaling;

    @Override
    public String name() {
        return "torch";
    }

    /**
     * Reads the configuration.
     *
     * @throws IllegalArgumentException when it does not make sense; the message names every wrong key
     */
    @Override
    public void start(PluginContext context) {
        configuration = TorchConfiguration.parse(context.configuration());
        autoscaling = new Autoscaling(context.objects(), configuration.autoscalerBehavior());
    }

    @Override
    public List<Permission> permissions() {
        return List.of(Permission.toApply("autoscaling", "horizontalpodautoscalers"));
    }

    @Override
    public List<WatchSpec<?>> watches() {
        return List.of(Autoscaling.watch());
    }

    @Override
    public void enforceMLPolicy(TrainJob trainJob, RuntimeInfo info) {
        selectedPolicy(info).ifPresent(policy -> enforce(policy, trainJob, info));
    }

    private void enforce(TorchPolicy policy, TrainJob trainJob, RuntimeInfo info) {
        // First, so that a user hears of these names beside whatever else is wrong.
        reserve(policy, info);
        List<FieldError> violations = TorchPreconditions.of(policy, trainJob, info, configuration);
        if (!violations.isEmpty()) {
            throw new InvalidTrainJobException(
                    violations.stream().map(FieldError::toString).collect(Collectors.joining("; ")));
        }
        Optional<ElasticJob> elastic = ElasticJob.of(policy, info);
        info.trainerPodSet()
                .ifPresent(podSet -> elastic.ifPresentOrElse(
                        job -> job.enforce(podSet, configuration), () -> podSet.setCount(NodeCount.of(podSet, info))));
        info.trainerPodSet().ifPresent(podSet -> podSet.trainerContainer().ifPresent(container -> {
            TorchTune.of(policy, trainJob, info, configuration)
                    .ifPresentOrElse(
                            job -> tune(job, policy, trainJob, info, podSet, container),
                            () -> inject(policy, trainJob, info, podSet, container));
            if (elastic.isPresent()) {
                container.addPort(configuration.rendezvousPort());
            }
            container.addPort(configuration.masterPort());
        }));
        TorchValidation.launcherWarnings(configuration, policy, info)
                .forEach(text -> info.addWarning(new WarningEvent(FrameworkPlugin.LAUNCHER_MISMATCH, text)));
        TorchValidation.uncountedDevices(configuration, policy, info)
                .forEach(text -> info.addWarning(new WarningEvent(UncountedDevices.REASON, text)));
        for (InjectionTarget target : InjectionTarget.resolve(policy, info)) {
            target.place().ifPresent(place -> inject(policy, trainJob, info, place.podSet(), place.container()));
        }
    }

    private static void reserve(TorchPolicy policy, RuntimeInfo info) {
        info.trainerContainer().ifPresent(container -> TorchEnvironment.reserveIn(container.environment(), policy));
        InjectionTarget.resolve(policy, info).forEach(target -> target.place()
                .ifPresent(place -> TorchEnvironment.reserveIn(place.container().environment(), policy)));
    }

    /** The command says where to meet; variables that say it, too, would start torchrun another way. */
    private void tune(
            TuneJob job,
            TorchPolicy policy,
            TrainJob trainJob,
            RuntimeInfo info,
            PodSet podSet,
            ContainerView container) {
        TorchTune.enforce(job, podSet, info, container, configuration.masterPort());
        TorchEnvironment.of(policy, trainJob, info, podSet, container, configuration)
                .declareIn(container.environment(), configuration, variable -> !variable.isMaster());
    }

    private void inject(
            TorchPolicy policy, TrainJob trainJob, RuntimeInfo info, PodSet podSet, ContainerView container) {
        TorchEnvironment.of(policy, trainJob, info, podSet, container, configuration)
                .declareIn(container.environment(), configuration);
    }

    @Override
    public Uni<Validation> validate(CustomValidation.Request request) {
        return Uni.createFrom().item(() -> selectedPolicy(request.info())
                .map(policy -> new TorchValidation(configuration, policy, request.trainJob(), request.info()).run())
                .orElseGet(() -> NoFrameworkWarning.validate(request.info())));
    }

    @Override
    public Uni<Components> build(ComponentBuilder.Request request) {
        Optional<ElasticJob> elastic =
                selectedPolicy(request.info()).flatMap(policy -> ElasticJob.of(policy, request.info()));
        if (elastic.isEmpty() || autoscaling == null) {
            return Uni.createFrom().item(Components.none());
        }
        Uni<Components> components = autoscaling.build(
                request.trainJob(), request.info(), elastic.get().policy());
        Optional<FieldError> outOfBounds = elastic.get().outOfBounds();
        return outOfBounds.isEmpty()
                ? components
                : components.map(built -> built.and(
                        new WarningEvent(OUT_OF_RANGE, outOfBounds.get().toString())));
    }

    private static Optional<TorchPolicy> selectedPolicy(RuntimeInfo info) {
        MLPolicy policy = info.policy().mlPolicy();
        return policy == null ? Optional.empty() : Optional.ofNullable(policy.torch());
    }
}
