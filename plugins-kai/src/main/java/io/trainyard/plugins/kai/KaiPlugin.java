package io.trainyard.plugins.kai;

import com.google.auto.service.AutoService;
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
import io.trainyard.spi.model.KAIPolicy;
import io.trainyard.spi.model.PodGroupPolicy;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.runtime.RuntimeInfo;
import io.trainyard.spi.watch.WatchSpec;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Serves {@code podGroupPolicy.kai}: PodGroups for every gang where KAI lets us make them, else marks for KAI's own grouper. */
@AutoService(Plugin.class)
public final class KaiPlugin implements EnforcePodGroupPolicy, ComponentBuilder, CustomValidation, WatchExtension {
    private KaiConfiguration configuration = KaiConfiguration.DEFAULT;
    private @Nullable PluginContext context;

    @Override
    public String name() {
        return "kai";
    }

    /**
     * Reads the configuration.
     *
     * @throws IllegalArgumentException when it does not make sense; the message names every wrong key
     */
    @Override
    public void start(PluginContext context) {
        this.configuration = KaiConfiguration.parse(context.configuration());
        this.context = context;
        // Asked for now, so that the answer is there when the first job comes.
        podGroupKind();
    }

    @Override
    public List<Permission> permissions() {
        return Stream.concat(
                        Stream.of(
                                Permission.toKeep(KaiApi.GROUP, "podgroups"),
                                Permission.toRead(KaiApi.GROUP, "queues").ofCluster(),
                                Permission.toRead(KaiApi.TOPOLOGY_GROUP, "topologies")
                                        .ofCluster(),
                                Permission.toWatch("scheduling.k8s.io", "priorityclasses")
                                        .ofCluster()),
                        GangScheduler.hostPermissions().stream())
                .toList();
    }

    @Override
    public Optional<GangScheduler> gangScheduler() {
        return Optional.of(GangScheduler.named(
                KaiPodGroup.class, List.of(configuration.schedulerName()), configuration.injectSchedulerName()));
    }

    @Override
    public List<WatchSpec<?>> watches() {
        return List.of(WatchSpec.ownedBy(KaiPodGroup.class));
    }

    @Override
    public void enforcePodGroupPolicy(TrainJob trainJob, RuntimeInfo info) {
        Optional<KAIPolicy> policy = selected(trainJob, info);
        if (policy.isEmpty() || info.gangPlan().isEmpty()) {
            return;
        }
        Marks marks = new Marks(policy.get(), settings(policy.get(), trainJob, info), configuration);
        if (mode(policy.get(), info) == Mode.POD_GROUP) {
            marks.putForPodGroups(info, info.gangPlan().get());
        } else {
            marks.putForTheGrouper(info, info.gangPlan().get());
        }
    }

    @Override
    public Uni<Components> build(ComponentBuilder.Request request) {
        RuntimeInfo info = request.info();
        Optional<KAIPolicy> policy = selected(request.trainJob(), info);
        if (policy.isEmpty() || info.gangPlan().isEmpty() || mode(policy.get(), info) == Mode.GROUPER) {
            return Uni.createFrom().item(Components.none());
        }
        GangPlan plan = info.gangPlan().get();
        PodGroups podGroups = new PodGroups(
                policy.get(), settings(policy.get(), request.trainJob(), info), info, configuration, podGroupKind());
        Components components = Components.of(plan.gangs().stream()
                .map(gang -> Component.whileSuspended(podGroups.of(gang)))
                .toList());
        return withNotices(components, plan, request.trainJob());
    }

    /** Tells the user why KAI cannot place a gang. */
    private Uni<Components> withNotices(Components components, GangPlan plan, TrainJob trainJob) {
        Uni<Components> told = Uni.createFrom().item(components);
        for (Gang gang : plan.gangs()) {
            told = told.chain(
                    before -> obstacle(gang, trainJob).map(obstacle -> obstacle.map(text -> before.and(new Notice(
                                    "GangUnschedulable", "KAI cannot place PodGroup " + gang.podGroup() + ": " + text)))
                            .orElse(before)));
        }
        return told;
    }

    private Uni<Optional<String>> obstacle(Gang gang, TrainJob trainJob) {
        return objects()
                .find(KaiPodGroup.class, trainJob.getMetadata().getNamespace(), gang.podGroup())
                .map(found -> found.filter(podGroup -> isOwnedBy(podGroup, trainJob))
                        .flatMap(podGroup -> Optional.ofNullable(podGroup.getStatus()))
                        .flatMap(PodGroupStatus::obstacle))
                // Only what is to be told is lost: applying reads the same object, and says why it cannot.
                .onFailure()
                .recoverWithItem(Optional.empty());
    }

    private static boolean isOwnedBy(KaiPodGroup podGroup, TrainJob trainJob) {
        return podGroup.getMetadata().getOwnerReferences().stream()
                .anyMatch(owner -> owner.getUid().equals(trainJob.getMetadata().getUid()));
    }

    @Override
    public Uni<Validation> validate(CustomValidation.Request request) {
        return selected(request.trainJob(), request.info())
                .map(policy -> new KaiValidation(configuration, objects(), podGroupKind()).run(request, policy))
                .orElseGet(() -> Uni.createFrom().item(Validation.OK));
    }

    private JobSettings settings(KAIPolicy policy, TrainJob trainJob, RuntimeInfo info) {
        JobSettings settings = JobSettings.of(policy, trainJob, info, configuration);
        List<FieldError> errors = settings.errors();
        if (!errors.isEmpty()) {
            throw new InvalidTrainJobException(
                    errors.stream().map(FieldError::toString).collect(Collectors.joining("; ")));
        }
        return settings;
    }

    private Mode mode(KAIPolicy policy, RuntimeInfo info) {
        if (!podGroupKind().isServed() && info.existing().isEmpty()) {
            // Which KAI there is decides over the pods, so nothing can be built without one.
            throw new InvalidTrainJobException(
                    "podGroupPolicy.kai is set, but the PodGroup CRD podgroups.scheduling.run.ai is not installed");
        }
        return Mode.of(policy, podGroupKind(), info.existing());
    }

    /** The policy, if it is ours to serve. */
    private static Optional<KAIPolicy> selected(@Nullable TrainJob trainJob, @Nullable RuntimeInfo info) {
        @Nullable
        PodGroupPolicy policy =
                trainJob == null || info == null ? null : info.policy().podGroupPolicy();
        return policy == null ? Optional.empty() : Optional.ofNullable(policy.kai());
    }

    private ServedKind podGroupKind() {
        return started().kind(KaiPodGroup.class);
    }

    private ObjectReader objects() {
        return started().objects();
    }

    private PluginContext started() {
        if (context == null) {
            throw new IllegalStateException("plugin kai has not been started");
        }
        return context;
    }
}
