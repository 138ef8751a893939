package io.trainyard.core.admission;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.compile.CompilerPlugins;
import io.trainyard.core.compile.TrainJobCompiler;
import io.trainyard.core.config.AdmissionSettings;
import io.trainyard.core.gang.GangFacts;
import io.trainyard.core.plugin.Plugins;
import io.trainyard.foundation.field.Validation;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;

/**
 * All decisions about our kinds, made once for a process: what each webhook asks, and the validator for those who have the objects at hand.
 */
public final class AdmissionWebhooks {
    private final AdmissionWebhook trainJobDefaults;
    private final AdmissionWebhook trainJobs;
    private final AdmissionWebhook runtimes;

    /**
     * The decisions.
     *
     * @param reader what they read
     * @param plugins the plugins in use; asked about TrainJobs
     * @param time limits how long a read may take, and stamps runtime patches
     */
    public AdmissionWebhooks(AdmissionReader reader, Plugins plugins, AdmissionSettings settings, TimeSource time) {
        this(reader, plugins, settings, time, () -> true);
    }

    /**
     * The decisions.
     *
     * @param reader what they read
     * @param plugins the plugins in use; asked about TrainJobs
     * @param time limits how long a read may take, and stamps runtime patches
     * @param resizable whether the number of pods of an elastic job can change while it runs, as far as is known
     */
    public AdmissionWebhooks(
            AdmissionReader reader,
            Plugins plugins,
            AdmissionSettings settings,
            TimeSource time,
            BooleanSupplier resizable) {
        RuntimeLookup lookup = new RuntimeLookup(reader, time);
        ActiveJobs activeJobs = new ActiveJobs(reader, time);
        TrainJobValidator validator = validator(
                plugins, settings, reader.gangFacts(), resizable, new PodSecurityWarnings(reader, time)::check);
        trainJobDefaults = new TrainJobDefaultingWebhook(lookup, settings, time, resizable);
        trainJobs = new TrainJobValidatingWebhook(
                lookup, activeJobs, validator, new ScaleValidatingWebhook(reader, lookup, activeJobs, time));
        runtimes = new RuntimeValidatingWebhook(
                reader,
                plugins.catalog(),
                new BareTrainJob(
                        compiler(plugins, reader.gangFacts(), () -> true),
                        new PluginValidations(plugins.validations())),
                settings,
                time);
    }

    /** Only the validator, which needs nothing but plugins. */
    public static TrainJobValidator validator(Plugins plugins, AdmissionSettings settings) {
        return validator(plugins, settings, GangFacts.NONE, () -> true, (namespace, info) -> Uni.createFrom()
                .item(Validation.OK));
    }

    private static TrainJobValidator validator(
            Plugins plugins,
            AdmissionSettings settings,
            GangFacts facts,
            BooleanSupplier resizable,
            BiFunction<String, RuntimeInfo, Uni<Validation>> podSecurity) {
        return new TrainJobValidator(compiler(plugins, facts, resizable), plugins, settings, podSecurity);
    }

    private static TrainJobCompiler compiler(Plugins plugins, GangFacts facts, BooleanSupplier resizable) {
        return new TrainJobCompiler(
                new CompilerPlugins(plugins.mlPolicies(), plugins.podGroupPolicies(), plugins.componentBuilders()),
                facts,
                Optional.empty(),
                resizable);
    }

    /** {@code /mutate-trainer-kubeflow-org-v1alpha1-trainjob}. */
    public AdmissionWebhook trainJobDefaults() {
        return trainJobDefaults;
    }

    /** {@code /validate-trainer-kubeflow-org-v1alpha1-trainjob}, the scale subresource too. */
    public AdmissionWebhook trainJobs() {
        return trainJobs;
    }

    /** {@code /validate-trainer-kubeflow-org-v1alpha1-trainingruntime} and {@code …-clustertrainingruntime}. */
    public AdmissionWebhook runtimes() {
        return runtimes;
    }
}
