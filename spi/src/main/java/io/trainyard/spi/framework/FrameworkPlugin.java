package io.trainyard.spi.framework;

import io.smallrye.mutiny.Uni;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import io.trainyard.spi.PluginContext;
import io.trainyard.spi.component.WarningEvent;
import io.trainyard.spi.extension.CustomValidation;
import io.trainyard.spi.extension.EnforceMLPolicy;
import io.trainyard.spi.extension.InvalidTrainJobException;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A plugin for a training framework. It finds out whether a TrainJob is meant for the framework, and calls the subclass only for TrainJobs that are. What
 * keeps a TrainJob from being built is one list: admission refuses it, and the controller, where admission was bypassed, does not build it. A subclass has
 * a public constructor without parameters.
 *
 * <p>All methods are called as those of the extension points that they serve: one at a time, but for validations, which have an event loop of their own, and
 * for a subclass that overrides {@link #isSlow}, whose methods then run on several threads; never with null.
 *
 * @param <P> what the runtime says to the framework
 */
public abstract class FrameworkPlugin<P> implements EnforceMLPolicy, CustomValidation {
    /** Reason of the events about groups that will not be the one that was asked for. */
    public static final String LAUNCHER_MISMATCH = "LauncherMismatch";

    /** A plugin that has not been started. */
    protected FrameworkPlugin() {}

    /**
     * Reads the configuration; does nothing unless a subclass says otherwise.
     *
     * @param configuration as {@link PluginContext#configuration} says
     * @throws IllegalArgumentException when it does not make sense; the message names every wrong key
     */
    protected void configure(Map<String, Object> configuration) {}

    /** What the runtime says to this framework; empty when it does not select it. A vendor's: {@code info.policy().mlParameters(name())}. */
    protected abstract Optional<P> policy(RuntimeInfo info);

    /** All that keeps a TrainJob from being built; empty when nothing does. Changes nothing. */
    protected abstract List<FieldError> preconditions(FrameworkJob<P> job);

    /** Applies the policy, when the preconditions hold. Duties and errors as {@link EnforceMLPolicy} has them. */
    protected abstract void enforce(FrameworkJob<P> job);

    /**
     * What will keep the processes from forming the group that was asked for, though nothing fails: launchers, options and values that contradict. Told at admission
     * and, since many clients do not show warnings, as an event when the JobSet is created. Nothing unless a subclass says otherwise. Changes nothing.
     *
     * @return each a sentence that begins with the field that it is about
     */
    protected List<String> groupWarnings(FrameworkJob<P> job) {
        return List.of();
    }

    /**
     * What else there is to say at admission, beside the preconditions and the group; nothing unless a subclass says otherwise. Duties as {@link CustomValidation} has
     * them.
     */
    protected Validation validate(FrameworkJob<P> job) {
        return Validation.OK;
    }

    @Override
    public final void start(PluginContext context) {
        configure(context.configuration());
    }

    @Override
    public final void enforceMLPolicy(TrainJob trainJob, RuntimeInfo info) {
        policy(info).map(policy -> new FrameworkJob<>(trainJob, info, policy)).ifPresent(job -> {
            List<FieldError> violations = preconditions(job);
            if (!violations.isEmpty()) {
                throw new InvalidTrainJobException(
                        violations.stream().map(FieldError::toString).collect(Collectors.joining("; ")));
            }
            List<String> warnings = groupWarnings(job);
            enforce(job);
            warnings.forEach(text -> info.addWarning(new WarningEvent(LAUNCHER_MISMATCH, text)));
        });
    }

    @Override
    public final Uni<Validation> validate(Request request) {
        return Uni.createFrom().item(() -> policy(request.info())
                .map(policy -> new FrameworkJob<>(request.trainJob(), request.info(), policy))
                .map(job -> new Validation(preconditions(job), groupWarnings(job)).and(validate(job)))
                .orElse(Validation.OK));
    }
}
