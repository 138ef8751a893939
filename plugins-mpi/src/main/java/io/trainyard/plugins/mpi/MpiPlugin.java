package io.trainyard.plugins.mpi;

import com.google.auto.service.AutoService;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.smallrye.mutiny.Uni;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import io.trainyard.spi.Permission;
import io.trainyard.spi.Plugin;
import io.trainyard.spi.PluginContext;
import io.trainyard.spi.component.Components;
import io.trainyard.spi.component.WarningEvent;
import io.trainyard.spi.extension.ComponentBuilder;
import io.trainyard.spi.extension.CustomValidation;
import io.trainyard.spi.extension.EnforceMLPolicy;
import io.trainyard.spi.extension.InvalidTrainJobException;
import io.trainyard.spi.extension.JobNotes;
import io.trainyard.spi.extension.WatchExtension;
import io.trainyard.spi.framework.FrameworkPlugin;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainerApi;
import io.trainyard.spi.result.JobNote;
import io.trainyard.spi.runtime.RuntimeInfo;
import io.trainyard.spi.watch.WatchSpec;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Serves {@code mlPolicy.mpi}: a launcher whose {@code mpirun} starts ranks on nodes over SSH, with keys in a Secret and the hosts in a
 * ConfigMap.
 */
@AutoService(Plugin.class)
public final class MpiPlugin implements EnforceMLPolicy, ComponentBuilder, CustomValidation, WatchExtension, JobNotes {
    private final SshKeyGenerator worker = new SshKeyGenerator();
    private MpiConfiguration configuration = MpiConfiguration.DEFAULT;

    @Override
    public String name() {
        return "mpi";
    }

    /**
     * What the Secret and the ConfigMap need. Keys are never changed, deleted or listed: a right to list Secrets, or to watch them, is one to read them
     * all.
     */
    @Override
    public List<Permission> permissions() {
        return List.of(
                new Permission("", List.of("configmaps"), List.of("create", "get", "list", "watch", "patch")),
                new Permission("", List.of("secrets"), List.of("create", "get")));
    }

    /**
     * Reads the configuration.
     *
     * @throws IllegalArgumentException when it does not make sense; the message names every wrong key
     * @throws IllegalStateException when this Java cannot make SSH keys
     */
    @Override
    public void start(PluginContext context) {
        configuration = MpiConfiguration.parse(context.configuration());
        SshKeys.require(configuration.keyAlgorithm());
    }

    @Override
    public List<WatchSpec<?>> watches() {
        // Anybody may store ConfigMaps with this label: no more of them than the metadata is kept in memory.
        return List.of(WatchSpec.ownedByWithLabel(ConfigMap.class, TrainerApi.TRAIN_JOB_NAME_LABEL)
                .keeping(WatchSpec.Content.METADATA_ONLY));
    }

    @Override
    public void enforceMLPolicy(TrainJob trainJob, RuntimeInfo info) {
        MpiJob.of(trainJob, info, configuration).ifPresent(MpiPlugin::enforce);
    }

    private static void enforce(MpiJob job) {
        List<FieldError> violations = MpiPreconditions.of(job);
        if (!violations.isEmpty()) {
            throw new InvalidTrainJobException(
                    violations.stream().map(FieldError::toString).collect(Collectors.joining("; ")));
        }
        new MpiEnforcement(job, job.implementation().orElseThrow()).run();
        MpiWarnings.ofLauncher(job)
                .forEach(text -> job.info().addWarning(new WarningEvent(FrameworkPlugin.LAUNCHER_MISMATCH, text)));
    }

    @Override
    public Uni<Components> build(ComponentBuilder.Request request) {
        return Uni.createFrom().item(() -> MpiJob.of(request.trainJob(), request.info(), configuration)
                .map(job -> new MpiObjects(() -> worker.generate(configuration.keyAlgorithm()))
                        .of(job, job.implementation().orElseThrow()))
                .orElseGet(Components::none));
    }

    @Override
    public Uni<Validation> validate(CustomValidation.Request request) {
        return Uni.createFrom().item(() -> MpiJob.of(request.trainJob(), request.info(), configuration)
                .map(job ->
                        new Validation(MpiPreconditions.of(job), MpiWarnings.of(job)).and(ReservedNames.validate(job)))
                .orElse(Validation.OK));
    }

    @Override
    public List<JobNote> notes(JobNotes.Request request) {
        return LauncherNotes.of(request);
    }
}
