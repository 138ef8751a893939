package io.trainyard.core.plugin;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.smallrye.mutiny.Uni;
import io.trainyard.foundation.field.Validation;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.spi.Plugin;
import io.trainyard.spi.component.Component;
import io.trainyard.spi.component.Components;
import io.trainyard.spi.component.Creation;
import io.trainyard.spi.extension.ComponentBuilder;
import io.trainyard.spi.extension.CustomValidation;
import io.trainyard.spi.extension.EnforceMLPolicy;
import io.trainyard.spi.extension.EnforcePodGroupPolicy;
import io.trainyard.spi.extension.JobNotes;
import io.trainyard.spi.extension.TerminalCondition;
import io.trainyard.spi.extension.WatchExtension;
import io.trainyard.spi.gang.GangScheduler;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.result.JobNote;
import io.trainyard.spi.result.TerminalState;
import io.trainyard.spi.runtime.RuntimeInfo;
import io.trainyard.spi.watch.KeyMapper;
import io.trainyard.spi.watch.WatchSpec;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;

/** Stands in front of a plugin, one class for each extension point, and sends every call through the {@link PluginInvoker}. */
abstract class GuardedPlugin<P extends Plugin> implements Plugin {
    private static final Uni<Boolean> DONE = Uni.createFrom().item(Boolean.TRUE);

    final P plugin;
    final PluginIdentity identity;
    final PluginInvoker invoker;
    private final int order;

    private GuardedPlugin(Class<P> type, Candidate candidate, PluginInvoker invoker) {
        this.plugin = type.cast(candidate.plugin());
        this.identity = candidate.identity();
        this.order = candidate.order();
        this.invoker = invoker;
    }

    @Override
    public String name() {
        return identity.name();
    }

    @Override
    public int order() {
        return order;
    }

    /** Enforces an ML policy. */
    static final class MLPolicy extends GuardedPlugin<EnforceMLPolicy> implements EnforceMLPolicy, WorkerStep {
        MLPolicy(Candidate candidate, PluginInvoker invoker) {
            super(EnforceMLPolicy.class, candidate, invoker);
        }

        @Override
        public void enforceMLPolicy(TrainJob trainJob, RuntimeInfo info) {
            invoker.run(identity, ExtensionPoint.ENFORCE_ML_POLICY, () -> plugin.enforceMLPolicy(trainJob, info));
        }

        @Override
        public boolean isForWorkers() {
            return identity.workers().inUse();
        }

        @Override
        public Uni<Boolean> enforceOnWorker(TrainJob trainJob, RuntimeInfo info) {
            return invoker.callAsync(identity, ExtensionPoint.ENFORCE_ML_POLICY, () -> {
                plugin.enforceMLPolicy(trainJob, info);
                return DONE;
            });
        }
    }

    /** Enforces a PodGroup policy. */
    static final class PodGroupPolicy extends GuardedPlugin<EnforcePodGroupPolicy>
            implements EnforcePodGroupPolicy, WorkerStep {
        private final Optional<GangScheduler> scheduler;

        /** Asks the plugin for its scheduler. */
        PodGroupPolicy(Candidate candidate, PluginInvoker invoker) {
            super(EnforcePodGroupPolicy.class, candidate, invoker);
            scheduler = invoker.call(identity, ExtensionPoint.ENFORCE_POD_GROUP_POLICY, plugin::gangScheduler);
        }

        @Override
        public Optional<GangScheduler> gangScheduler() {
            return scheduler;
        }

        @Override
        public void enforcePodGroupPolicy(TrainJob trainJob, RuntimeInfo info) {
            invoker.run(
                    identity,
                    ExtensionPoint.ENFORCE_POD_GROUP_POLICY,
                    () -> plugin.enforcePodGroupPolicy(trainJob, info));
        }

        @Override
        public boolean isForWorkers() {
            return identity.workers().inUse();
        }

        @Override
        public Uni<Boolean> enforceOnWorker(TrainJob trainJob, RuntimeInfo info) {
            return invoker.callAsync(identity, ExtensionPoint.ENFORCE_POD_GROUP_POLICY, () -> {
                plugin.enforcePodGroupPolicy(trainJob, info);
                return DONE;
            });
        }
    }

    /** Builds components. */
    static final class Builder extends GuardedPlugin<ComponentBuilder> implements ComponentBuilder {
        Builder(Candidate candidate, PluginInvoker invoker) {
            super(ComponentBuilder.class, candidate, invoker);
        }

        @Override
        public Uni<Components> build(ComponentBuilder.Request request) {
            return invoker.callAsync(
                            identity, ExtensionPoint.COMPONENT_BUILDER, () -> plugin.build(request), this::read)
                    .map(this::guarded);
        }

        private Components read(Components built) {
            return identity.isForeign() ? ResultSanitizer.copies(built) : built;
        }

        /** What a plugin completes later is a call of the plugin, too. */
        private Components guarded(Components built) {
            return new Components(
                    built.components().stream()
                            .map(component -> new Component(
                                    component.object(),
                                    component.updatePolicy(),
                                    component.creation().map(this::guarded)))
                            .toList(),
                    built.events());
        }

        private Creation guarded(Creation creation) {
            return new Creation(
                    object -> invoker.<HasMetadata>callOnWorker(
                            identity,
                            ExtensionPoint.COMPONENT_BUILDER,
                            () -> creation.content().complete(object).map(complete -> complete),
                            completed -> identity.isForeign() ? ResultSanitizer.copy(completed) : completed),
                    creation.replacement(),
                    creation.conflictReason());
        }
    }

    /** Validates. */
    static final class Validator extends GuardedPlugin<CustomValidation>
            implements CustomValidation, TrustedValidation {
        private final boolean trusted;

        private final Candidate candidate;

        Validator(Candidate candidate, PluginInvoker invoker) {
            super(CustomValidation.class, candidate, invoker);
            this.candidate = candidate;
            trusted = candidate.manifest().builtIn();
        }

        /** The same plugin for callers on another event loop. */
        Validator on(TimeSource time, Executor loop) {
            return new Validator(candidate, invoker.on(time, loop));
        }

        @Override
        public boolean isTrusted() {
            return trusted;
        }

        @Override
        public Uni<Validation> validate(CustomValidation.Request request) {
            return invoker.callAsync(
                    identity,
                    ExtensionPoint.CUSTOM_VALIDATION,
                    () -> plugin.validate(request),
                    ResultSanitizer::withPlainValues);
        }
    }

    /** Reads the terminal condition. */
    static final class Terminal extends GuardedPlugin<TerminalCondition> implements TerminalCondition {
        Terminal(Candidate candidate, PluginInvoker invoker) {
            super(TerminalCondition.class, candidate, invoker);
        }

        @Override
        public Optional<TerminalState> terminalCondition(TrainJob trainJob) {
            return invoker.call(identity, ExtensionPoint.TERMINAL_CONDITION, () -> plugin.terminalCondition(trainJob));
        }
    }

    /** Tells people about TrainJobs. */
    static final class Notes extends GuardedPlugin<JobNotes> implements JobNotes {
        Notes(Candidate candidate, PluginInvoker invoker) {
            super(JobNotes.class, candidate, invoker);
        }

        @Override
        public List<JobNote> notes(JobNotes.Request request) {
            return invoker.call(identity, ExtensionPoint.JOB_NOTES, () -> ResultSanitizer.list(plugin.notes(request)));
        }
    }

    /** Names kinds to watch; their mappers are guarded too. */
    static final class Watches extends GuardedPlugin<WatchExtension> implements WatchExtension {
        Watches(Candidate candidate, PluginInvoker invoker) {
            super(WatchExtension.class, candidate, invoker);
        }

        @Override
        public List<WatchSpec<?>> watches() {
            List<WatchSpec<?>> specs = invoker.call(
                    identity, ExtensionPoint.WATCH_EXTENSION, () -> ResultSanitizer.list(plugin.watches()));
            return specs.stream().<WatchSpec<?>>map(this::guard).toList();
        }

        private <T extends HasMetadata> WatchSpec<T> guard(WatchSpec<T> spec) {
            KeyMapper<T> mapper = (changed, trainJobs) -> invoker.call(
                    identity,
                    ExtensionPoint.WATCH_EXTENSION,
                    () -> ResultSanitizer.list(spec.mapper().trainJobsOf(changed, trainJobs)));
            return new WatchSpec<>(spec.type(), spec.labels(), spec.content(), mapper);
        }
    }
}
