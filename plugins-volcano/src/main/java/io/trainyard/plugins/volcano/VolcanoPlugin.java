package io.trainyard.plugins.volcano;

import com.google.auto.service.AutoService;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.smallrye.mutiny.Uni;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import io.trainyard.spi.ObjectReader;
import io.trainyard.spi.Permission;
import io.trainyard.spi.Plugin;
import io.trainyard.spi.PluginContext;
import io.trainyard.spi.ServedKind;
import io.trainyard.spi.component.Component;
import io.trainyard.spi.component.Components;
import io.trainyard.spi.component.Notice;
import io.trainyard.spi.extension.ComponentBuilder;
import io.trainyard.spi.extension.CustomValidation;
import io.trainyard.spi.extension.EnforcePodGroupPolicy;
import io.trainyard.spi.extension.InvalidTrainJobException;
import io.trainyard.spi.extension.WatchExtension;
import io.trainyard.spi.gang.Gang;
import io.trainyard.spi.gang.GangPlan;
import io.trainyard.spi.gang.GangScheduler;
import io.trainyard.spi.model.PodGroupPolicy;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.VolcanoPolicy;
import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.RuntimeInfo;
import io.trainyard.spi.watch.WatchSpec;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Serves {@code podGroupPolicy.volcano}: every gang of a TrainJob becomes a PodGroup, and every pod says to which it belongs. */
@AutoService(Plugin.class)
public final class VolcanoPlugin implements EnforcePodGroupPolicy, ComponentBuilder, CustomValidation, WatchExtension {
    private VolcanoConfiguration configuration = VolcanoConfiguration.DEFAULT;
    private @Nullable PluginContext context;

    @Override
    public String name() {
        return "volcano";
    }

    /**
     * Reads the configuration.
     *
     * @throws IllegalArgumentException when it does not make sense; the message names every wrong key
     */
    @Override
    public void start(PluginContext context) {
        this.configuration = VolcanoConfiguration.parse(context.configuration());
        this.context = context;
        // Asked for now, so that the answer is there when the first job comes.
        podGroupKind();
    }

    @Override
    public List<Permission> permissions() {
        return Stream.concat(
                        Stream.of(
                                Permission.toKeep(VolcanoApi.GROUP, "podgroups"),
                                Permission.toRead(VolcanoApi.GROUP, "queues").ofCluster(),
                                new Permission("topology.volcano.sh", List.of("hypernodes"), List.of("list"))
                                        .ofCluster(),
                                Permission.toWatch("scheduling.k8s.io", "priorityclasses")
                                        .ofCluster()),
                        GangScheduler.hostPermissions().stream())
                .toList();
    }

    @Override
    public Optional<GangScheduler> gangScheduler() {
        return Optional.of(GangScheduler.named(
                VolcanoPodGroup.class, configuration.schedulerNames(), configuration.injectSchedulerName()));
    }

    @Override
    public List<WatchSpec<?>> watches() {
        return List.of(WatchSpec.ownedBy(VolcanoPodGroup.class));
    }

    @Override
    public void enforcePodGroupPolicy(TrainJob trainJob, RuntimeInfo info) {
        if (selected(trainJob, info).isEmpty() || info.gangPlan().isEmpty()) {
            return;
        }
        GangPlan plan = info.gangPlan().get();
        Optional<String> queue = queue(trainJob, info);
        for (PodSet podSet : info.podSets()) {
            podSet.putPodAnnotation(
                    VolcanoApi.GROUP_NAME, plan.of(podSet.name()).podGroup());
            queue.ifPresent(name -> podSet.putPodAnnotation(VolcanoApi.QUEUE_NAME, name));
        }
    }

    @Override
    public Uni<Components> build(ComponentBuilder.Request request) {
        TrainJob trainJob = request.trainJob();
        RuntimeInfo info = request.info();
        Optional<VolcanoPolicy> policy = selected(trainJob, info);
        if (policy.isEmpty() || info.gangPlan().isEmpty()) {
            return Uni.createFrom().item(Components.none());
        }
        GangPlan plan = info.gangPlan().get();
        LifeCycle life = new LifeCycle(configuration, trainJob, info);
        if (life.isReleased()) {
            return Uni.createFrom()
                    .item(Components.of(plan.gangs().stream()
                            .map(gang -> Component.absent(PodGroups.named(gang)))
                            .toList()));
        }
        requireInstalled(policy.get());
        return topologies()
                .of(policy.get())
                .map(topology -> new PodGroups(
                        info, queue(trainJob, info), topology, policy.get().subGroupPolicy()))
                .map(podGroups -> components(plan, podGroups, life))
                .chain(components -> withNotices(components, plan, trainJob));
    }

    private static Components components(GangPlan plan, PodGroups podGroups, LifeCycle life) {
        return Components.of(plan.gangs().stream()
                .filter(gang -> !life.isTooEarlyFor(gang))
                .map(gang -> Component.whileSuspended(podGroups.of(gang, plan.main())))
                .toList());
    }

    /** Tells the user why Volcano cannot place a gang. */
    private Uni<Components> withNotices(Components components, GangPlan plan, TrainJob trainJob) {
        Uni<Components> told = Uni.createFrom().item(components);
        for (Gang gang : plan.gangs()) {
            told = told.chain(
                    before -> obstacle(gang, trainJob).map(obstacle -> obstacle.map(text -> before.and(new Notice(
                                    "GangUnschedulable",
                                    "Volcano cannot place PodGroup " + gang.podGroup() + ": " + text)))
                            .orElse(before)));
        }
        return told;
    }

    private Uni<Optional<String>> obstacle(Gang gang, TrainJob trainJob) {
        return objects()
                .find(VolcanoPodGroup.class, trainJob.getMetadata().getNamespace(), gang.podGroup())
                .map(found -> found.filter(podGroup -> isOwnedBy(podGroup, trainJob))
                        .flatMap(podGroup -> Optional.ofNullable(podGroup.getStatus()))
                        .flatMap(PodGroupStatus::obstacle))
                // Only what is to be told is lost: applying reads the same object, and says why it cannot.
                .onFailure()
                .recoverWithItem(Optional.empty());
    }

    private static boolean isOwnedBy(HasMetadata object, TrainJob trainJob) {
        return object.getMetadata().getOwnerReferences().stream()
                .anyMatch(owner -> owner.getUid().equals(trainJob.getMetadata().getUid()));
    }

    @Override
    public Uni<Validation> validate(CustomValidation.Request request) {
        return selected(request.trainJob(), request.info())
                .map(policy -> new VolcanoValidation(objects(), podGroupKind(), topologies()).run(request, policy))
                .orElseGet(() -> Uni.createFrom().item(Validation.OK));
    }

    /** Without the kind, or the field, the API server would refuse or silently drop what is built. */
    private void requireInstalled(VolcanoPolicy policy) {
        if (!podGroupKind().isServed()) {
            throw new InvalidTrainJobException(
                    "podGroupPolicy.volcano is set, but the PodGroup CRD podgroups.scheduling.volcano.sh is not installed");
        }
        if (!policy.subGroupPolicy().isEmpty() && !podGroupKind().hasField("spec.subGroupPolicy")) {
            throw new InvalidTrainJobException(
                    "podGroupPolicy.volcano.subGroupPolicy needs Volcano 1.14 or newer; the PodGroups of this cluster have no"
                            + " subGroupPolicy");
        }
    }

    private static Optional<String> queue(TrainJob trainJob, RuntimeInfo info) {
        JobQueue queue = JobQueue.of(trainJob, info);
        queue.error().map(FieldError::toString).ifPresent(problem -> {
            throw new InvalidTrainJobException(problem);
        });
        return queue.value();
    }

    /** The policy, if it is ours to serve. */
    private static Optional<VolcanoPolicy> selected(@Nullable TrainJob trainJob, @Nullable RuntimeInfo info) {
        @Nullable
        PodGroupPolicy policy =
                trainJob == null || info == null ? null : info.policy().podGroupPolicy();
        return policy == null ? Optional.empty() : Optional.ofNullable(policy.volcano());
    }

    private Topologies topologies() {
        return new Topologies(configuration, podGroupKind(), objects());
    }

    private ServedKind podGroupKind() {
        return started().kind(VolcanoPodGroup.class);
    }

    private ObjectReader objects() {
        return started().objects();
    }

    private PluginContext started() {
        if (context == null) {
            throw new IllegalStateException("plugin volcano has not been started");
        }
        return context;
    }
}
