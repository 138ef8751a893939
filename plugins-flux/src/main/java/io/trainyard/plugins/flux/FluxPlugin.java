package io.trainyard.plugins.flux;

import com.google.auto.service.AutoService;
import io.smallrye.mutiny.Uni;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import io.trainyard.spi.Permission;
import io.trainyard.spi.Plugin;
import io.trainyard.spi.component.Components;
import io.trainyard.spi.extension.ComponentBuilder;
import io.trainyard.spi.extension.WatchExtension;
import io.trainyard.spi.framework.FrameworkJob;
import io.trainyard.spi.framework.FrameworkPlugin;
import io.trainyard.spi.framework.JobFiles;
import io.trainyard.spi.model.FluxPolicy;
import io.trainyard.spi.model.MLPolicy;
import io.trainyard.spi.runtime.RuntimeInfo;
import io.trainyard.spi.watch.WatchSpec;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Serves {@code mlPolicy.flux}: a broker in every pod, whose keys are in a Secret and whose scripts are in a ConfigMap; the first one starts the program on
 * all of them, without SSH.
 */
@AutoService(Plugin.class)
public final class FluxPlugin extends FrameworkPlugin<FluxPolicy> implements ComponentBuilder, WatchExtension {
    private FluxConfiguration configuration = FluxConfiguration.DEFAULT;

    @Override
    public String name() {
        return "flux";
    }

    /** What the Secret and the ConfigMap need. */
    @Override
    public List<Permission> permissions() {
        return List.of(JobFiles.configMaps(), JobFiles.secrets());
    }

    @Override
    protected void configure(Map<String, Object> tree) {
        configuration = FluxConfiguration.parse(tree);
    }

    @Override
    public List<WatchSpec<?>> watches() {
        return List.of(JobFiles.watch());
    }

    @Override
    protected Optional<FluxPolicy> policy(RuntimeInfo info) {
        return Optional.ofNullable(info.policy().mlPolicy()).map(MLPolicy::flux);
    }

    @Override
    protected List<FieldError> preconditions(FrameworkJob<FluxPolicy> job) {
        return FluxPreconditions.of(job);
    }

    @Override
    protected List<String> groupWarnings(FrameworkJob<FluxPolicy> job) {
        return FluxJob.of(job)
                .filter(flux -> !FluxEnforcement.isDone(flux))
                .map(flux -> FluxWarnings.ofGroup(flux, job.info()))
                .orElse(List.of());
    }

    @Override
    protected Validation validate(FrameworkJob<FluxPolicy> job) {
        return FluxJob.of(job).map(flux -> FluxWarnings.of(flux, job.info())).orElse(Validation.OK);
    }

    @Override
    protected void enforce(FrameworkJob<FluxPolicy> job) {
        FluxJob.of(job).filter(flux -> !FluxEnforcement.isDone(flux)).ifPresent(flux -> new FluxEnforcement(flux)
                .run());
    }

    @Override
    public Uni<Components> build(ComponentBuilder.Request request) {
        return Uni.createFrom().item(() -> policy(request.info())
                .flatMap(policy -> FluxJob.of(new FrameworkJob<>(request.trainJob(), request.info(), policy)))
                .map(job -> FluxObjects.of(job, configuration))
                .orElseGet(Components::none));
    }
}
