package io.trainyard.spi.scheduler;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.smallrye.mutiny.Uni;
import io.trainyard.foundation.field.Validation;
import io.trainyard.spi.ObjectReader;
import io.trainyard.spi.Permission;
import io.trainyard.spi.PluginContext;
import io.trainyard.spi.ServedKind;
import io.trainyard.spi.component.Components;
import io.trainyard.spi.extension.ComponentBuilder;
import io.trainyard.spi.extension.CustomValidation;
import io.trainyard.spi.extension.EnforcePodGroupPolicy;
import io.trainyard.spi.extension.InvalidTrainJobException;
import io.trainyard.spi.extension.JobNotes;
import io.trainyard.spi.extension.WatchExtension;
import io.trainyard.spi.gang.GangScheduler;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.result.JobNote;
import io.trainyard.spi.runtime.RuntimeInfo;
import io.trainyard.spi.watch.WatchSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A plugin for a gang scheduler with PodGroups of its own kind. It finds out whether a TrainJob is meant for the scheduler, tells the host what to
 * watch and to permit, and calls the subclass only for TrainJobs that are. A subclass has a public constructor without parameters.
 *
 * <p>All methods are called as those of the extension points that they serve: one at a time, but for validations, which have an event loop of their own, and for a subclass
 * that overrides {@link #isSlow}, whose methods then run on several threads; never with null, and never before {@link #start}. They throw {@link InvalidTrainJobException} for mistakes of the user.
 *
 * @param <P> what the runtime says to the scheduler
 * @param <G> the scheduler's kind of PodGroup
 */
public abstract class GangSchedulerPlugin<P, G extends HasMetadata>
        implements EnforcePodGroupPolicy, ComponentBuilder, CustomValidation, WatchExtension, JobNotes {
    private final Class<G> podGroup;
    private @Nullable PluginContext context;

    /**
     * A plugin that has not been started.
     *
     * @param podGroup the scheduler's kind of PodGroup, with the fabric8 annotations for group, version and plural
     */
    protected GangSchedulerPlugin(Class<G> podGroup) {
        this.podGroup = podGroup;
    }

    /**
     * Reads the configuration.
     *
     * @param configuration as {@link PluginContext#configuration} says
     * @throws IllegalArgumentException when it does not make sense; the message names every wrong key
     */
    protected abstract void configure(Map<String, Object> configuration);

    /** What the runtime says to this scheduler; empty when it does not select it. A vendor's: {@code info.policy().podGroupParameters(name())}. */
    protected abstract Optional<P> policy(RuntimeInfo info);

    /** Names under which the scheduler may run, as configured; empty when they are not known. */
    protected abstract List<String> schedulerNames();

    /** Whether pods that name no scheduler get the first of the names; true unless a subclass says otherwise. */
    protected boolean injectsSchedulerName() {
        return true;
    }

    /** What the plugin needs to be allowed besides keeping PodGroups; nothing unless a subclass says otherwise. Constant. */
    protected List<Permission> furtherPermissions() {
        return List.of();
    }

    /** Puts on the pods what tells the scheduler which gang they belong to. Duties and errors as {@link EnforcePodGroupPolicy} has them. */
    protected abstract void enforce(GangJob<P> job);

    /** The PodGroups, and whatever else the scheduler needs. Duties and errors as {@link ComponentBuilder} has them. */
    protected abstract Uni<Components> build(GangJob<P> job);

    /**
     * Errors and warnings; none unless a subclass says otherwise. Duties as {@link CustomValidation} has them.
     *
     * @param job may be without a gang plan
     * @param previous the TrainJob before the update; empty on creation
     */
    protected Uni<Validation> validate(GangJob<P> job, Optional<TrainJob> previous) {
        return Uni.createFrom().item(Validation.OK);
    }

    /**
     * Why the pods of a group still wait, as the scheduler says; empty when they do not, or it says nothing, as unless a subclass knows better. Duties as
     * {@link JobNotes} has them.
     *
     * @param group as it is in the cluster
     */
    protected Optional<String> waitingReason(G group) {
        return Optional.empty();
    }

    @Override
    public final void start(PluginContext started) {
        configure(started.configuration());
        context = started;
        // Asked for now, so that the answer is there when the first TrainJob comes.
        ServedKind unused = podGroupKind();
    }

    @Override
    public final List<Permission> permissions() {
        List<Permission> permissions = new ArrayList<>();
        permissions.add(Permission.toApply(HasMetadata.getGroup(podGroup), HasMetadata.getPlural(podGroup)));
        permissions.addAll(furtherPermissions());
        permissions.addAll(GangScheduler.hostPermissions());
        return List.copyOf(permissions);
    }

    @Override
    public final Optional<GangScheduler> gangScheduler() {
        return Optional.of(GangScheduler.named(podGroup, schedulerNames(), injectsSchedulerName()));
    }

    /** The PodGroups, each waking the TrainJob that controls it. */
    @Override
    public List<WatchSpec<?>> watches() {
        return List.of(WatchSpec.ownedBy(podGroup));
    }

    @Override
    public final void enforcePodGroupPolicy(TrainJob trainJob, RuntimeInfo info) {
        planned(trainJob, info).ifPresent(this::enforce);
    }

    @Override
    public final Uni<Components> build(ComponentBuilder.Request request) {
        return planned(request.trainJob(), request.info()).map(this::build).orElseGet(() -> Uni.createFrom()
                .item(Components.none()));
    }

    @Override
    public final Uni<Validation> validate(CustomValidation.Request request) {
        return selected(request.trainJob(), request.info())
                .map(job -> validate(job, request.previous()))
                .orElseGet(() -> Uni.createFrom().item(Validation.OK));
    }

    /** A line for each group that waits. */
    @Override
    public List<JobNote> notes(JobNotes.Request request) {
        return request.all(podGroup).stream()
                .flatMap(group -> waitingReason(group).map(reason -> waits(group, reason)).stream())
                .toList();
    }

    /** The line about a group that waits. */
    protected static JobNote waits(HasMetadata group, String reason) {
        return JobNote.of("PodGroup " + group.getMetadata().getName() + " waits: " + reason);
    }

    private Optional<GangJob<P>> planned(@Nullable TrainJob trainJob, @Nullable RuntimeInfo info) {
        return selected(trainJob, info).filter(job -> job.info().gangPlan().isPresent());
    }

    /** The host always gives both; without one of them, as Kubeflow Trainer may call a plugin, there is nothing to do. */
    private Optional<GangJob<P>> selected(@Nullable TrainJob trainJob, @Nullable RuntimeInfo info) {
        return trainJob == null || info == null
                ? Optional.empty()
                : policy(info).map(policy -> new GangJob<>(trainJob, info, policy));
    }

    /** What the API server says of the kind of PodGroup. */
    protected final ServedKind podGroupKind() {
        return started().kind(podGroup);
    }

    /**
     * Stops here while the kind of PodGroup is not installed; for decisions that cannot be made without it.
     *
     * @param field the field of the runtime that selects the scheduler, such as {@code podGroupPolicy.plugin}
     * @throws InvalidTrainJobException that names the definition that is missing
     */
    protected final void requirePodGroupKind(String field) {
        if (!podGroupKind().isServed()) {
            throw new InvalidTrainJobException(field + " is set, but the PodGroup CRD "
                    + HasMetadata.getFullResourceName(podGroup) + " is not installed");
        }
    }

    /** Reads objects of the cluster. */
    protected final ObjectReader objects() {
        return started().objects();
    }

    private PluginContext started() {
        if (context == null) {
            throw new IllegalStateException("plugin " + name() + " has not been started");
        }
        return context;
    }
}
