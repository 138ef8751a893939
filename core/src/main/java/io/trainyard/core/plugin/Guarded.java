package io.trainyard.core.plugin;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.smallrye.mutiny.Uni;
import io.trainyard.spi.Plugin;
import io.trainyard.spi.extension.ComponentBuilder;
import io.trainyard.spi.extension.CustomValidation;
import io.trainyard.spi.extension.EnforceMLPolicy;
import io.trainyard.spi.extension.EnforcePodGroupPolicy;
import io.trainyard.spi.extension.TerminalCondition;
import io.trainyard.spi.extension.WatchExtension;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.result.TerminalState;
import io.trainyard.spi.result.Validation;
import io.trainyard.spi.runtime.RuntimeInfo;
import io.trainyard.spi.watch.KeyMapper;
import io.trainyard.spi.watch.WatchSpec;
import java.util.List;
import java.util.Optional;

/** Stands in front of a plugin, one class for each extension point, and sends every call through the {@link PluginInvoker}. */
abstract class Guarded<P extends Plugin> implements Plugin {
    final P plugin;
    final PluginIdentity identity;
    final PluginInvoker invoker;
    private final int order;

    private Guarded(Class<P> type, Candidate candidate, PluginInvoker invoker) {
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
    static final class MLPolicy extends Guarded<EnforceMLPolicy> implements EnforceMLPolicy {
        MLPolicy(Candidate candidate, PluginInvoker invoker) {
            super(EnforceMLPolicy.class, candidate, invoker);
        }

        @Override
        public void enforceMLPolicy(TrainJob trainJob, RuntimeInfo info) {
            invoker.run(identity, ExtensionPoint.ENFORCE_ML_POLICY, () -> plugin.enforceMLPolicy(trainJob, info));
        }
    }

    /** Enforces a PodGroup policy. */
    static final class PodGroupPolicy extends Guarded<EnforcePodGroupPolicy> implements EnforcePodGroupPolicy {
        PodGroupPolicy(Candidate candidate, PluginInvoker invoker) {
            super(EnforcePodGroupPolicy.class, candidate, invoker);
        }

        @Override
        public void enforcePodGroupPolicy(TrainJob trainJob, RuntimeInfo info) {
            invoker.run(
                    identity,
                    ExtensionPoint.ENFORCE_POD_GROUP_POLICY,
                    () -> plugin.enforcePodGroupPolicy(trainJob, info));
        }
    }

    /** Builds components. */
    static final class Builder extends Guarded<ComponentBuilder> implements ComponentBuilder {
        Builder(Candidate candidate, PluginInvoker invoker) {
            super(ComponentBuilder.class, candidate, invoker);
        }

        @Override
        public Uni<List<HasMetadata>> build(Request request) {
            return invoker.callAsync(identity, ExtensionPoint.COMPONENT_BUILDER, () -> plugin.build(request));
        }
    }

    /** Validates. */
    static final class Validator extends Guarded<CustomValidation> implements CustomValidation {
        Validator(Candidate candidate, PluginInvoker invoker) {
            super(CustomValidation.class, candidate, invoker);
        }

        @Override
        public Uni<Validation> validate(Request request) {
            return invoker.callAsync(identity, ExtensionPoint.CUSTOM_VALIDATION, () -> plugin.validate(request));
        }
    }

    /** Reads the terminal condition. */
    static final class Terminal extends Guarded<TerminalCondition> implements TerminalCondition {
        Terminal(Candidate candidate, PluginInvoker invoker) {
            super(TerminalCondition.class, candidate, invoker);
        }

        @Override
        public Optional<TerminalState> terminalCondition(TrainJob trainJob) {
            return invoker.call(identity, ExtensionPoint.TERMINAL_CONDITION, () -> plugin.terminalCondition(trainJob));
        }
    }

    /** Names kinds to watch; their mappers are guarded too. */
    static final class Watches extends Guarded<WatchExtension> implements WatchExtension {
        Watches(Candidate candidate, PluginInvoker invoker) {
            super(WatchExtension.class, candidate, invoker);
        }

        @Override
        public List<WatchSpec<?>> watches() {
            List<WatchSpec<?>> specs = invoker.call(identity, ExtensionPoint.WATCH_EXTENSION, plugin::watches);
            return specs.stream().<WatchSpec<?>>map(this::guard).toList();
        }

        private <T extends HasMetadata> WatchSpec<T> guard(WatchSpec<T> spec) {
            KeyMapper<T> mapper =
                    (changed, trainJobs) -> invoker.call(identity, ExtensionPoint.WATCH_EXTENSION, () -> spec.mapper()
                            .trainJobsOf(changed, trainJobs));
            return new WatchSpec<>(spec.type(), spec.labels(), mapper);
        }
    }
}
