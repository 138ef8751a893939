package io.trainyard.plugins.mpi;

import com.google.auto.service.AutoService;
import io.smallrye.mutiny.Uni;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import io.trainyard.spi.Permission;
import io.trainyard.spi.Plugin;
import io.trainyard.spi.component.Components;
import io.trainyard.spi.extension.ComponentBuilder;
import io.trainyard.spi.extension.JobNotes;
import io.trainyard.spi.extension.WatchExtension;
import io.trainyard.spi.framework.FrameworkJob;
import io.trainyard.spi.framework.FrameworkPlugin;
import io.trainyard.spi.framework.JobFiles;
import io.trainyard.spi.model.MLPolicy;
import io.trainyard.spi.model.MPIPolicy;
import io.trainyard.spi.result.JobNote;
import io.trainyard.spi.runtime.RuntimeInfo;
import io.trainyard.spi.watch.WatchSpec;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Serves {@code mlPolicy.mpi}: a launcher whose {@code mpirun} starts ranks on nodes over SSH, with keys in a Secret and the hosts in a
 * ConfigMap.
 */
@AutoService(Plugin.class)
public final class MpiPlugin extends FrameworkPlugin<MPIPolicy> implements ComponentBuilder, WatchExtension, JobNotes {
    private MpiConfiguration configuration = MpiConfiguration.DEFAULT;

    @Override
    public String name() {
        return "mpi";
    }

    /** What the Secret and the ConfigMap need. */
    @Override
    public List<Permission> permissions() {
        return List.of(JobFiles.configMaps(), JobFiles.secrets());
    }

    /**
     * Reads the configuration.
     *
     * @throws IllegalArgumentException when it does not make sense; the message names every wrong key
     * @throws IllegalStateException when this Java cannot make SSH keys
     */
    @Override
    protected void configure(Map<String, Object> tree) {
        configuration = MpiConfiguration.parse(tree);
        SshKeys.require(configuration.keyAlgorithm());
    }

    @Override
    public List<WatchSpec<?>> watches() {
        return List.of(JobFiles.watch());
    }

    @Override
    protected Optional<MPIPolicy> policy(RuntimeInfo info) {
        return Optional.ofNullable(info.policy().mlPolicy()).map(MLPolicy::mpi);
    }

    @Override
    protected List<FieldError> preconditions(FrameworkJob<MPIPolicy> job) {
        return MpiPreconditions.of(mpi(job));
    }

    @Override
    protected List<String> groupWarnings(FrameworkJob<MPIPolicy> job) {
        return MpiWarnings.ofLauncher(mpi(job));
    }

    @Override
    protected Validation validate(FrameworkJob<MPIPolicy> job) {
        MpiJob mpi = mpi(job);
        return new Validation(List.of(), MpiWarnings.ofRuntime(mpi)).and(ReservedNames.validate(mpi));
    }

    @Override
    protected void enforce(FrameworkJob<MPIPolicy> job) {
        MpiJob mpi = mpi(job);
        new MpiEnforcement(mpi, mpi.implementation().orElseThrow()).run();
    }

    private MpiJob mpi(FrameworkJob<MPIPolicy> job) {
        return MpiJob.of(job.trainJob(), job.info(), configuration).orElseThrow();
    }

    @Override
    public Uni<Components> build(ComponentBuilder.Request request) {
        return Uni.createFrom().item(() -> MpiJob.of(request.trainJob(), request.info(), configuration)
                .map(job -> new MpiObjects(() -> SshKeys.generate(configuration.keyAlgorithm()))
                        .of(job, job.implementation().orElseThrow()))
                .orElseGet(Components::none));
    }

    @Override
    public List<JobNote> notes(JobNotes.Request request) {
        return LauncherNotes.of(request);
    }
}
