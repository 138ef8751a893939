package io.trainyard.plugins.kai;

import com.google.auto.service.AutoService;
import io.smallrye.mutiny.Uni;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import io.trainyard.spi.Permission;
import io.trainyard.spi.Plugin;
import io.trainyard.spi.component.Component;
import io.trainyard.spi.component.Components;
import io.trainyard.spi.extension.InvalidTrainJobException;
import io.trainyard.spi.model.KAIPolicy;
import io.trainyard.spi.model.PodGroupPolicy;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.runtime.RuntimeInfo;
import io.trainyard.spi.scheduler.GangJob;
import io.trainyard.spi.scheduler.GangSchedulerPlugin;
import io.trainyard.spi.scheduler.UnschedulableGangs;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Serves {@code podGroupPolicy.kai}: PodGroups for every gang where KAI lets us make them, else metadata for KAI's own grouper. */
@AutoService(Plugin.class)
public final class KaiPlugin extends GangSchedulerPlugin<KAIPolicy, KaiPodGroup> {
    private KaiConfiguration configuration = KaiConfiguration.DEFAULT;

    public KaiPlugin() {
        super(KaiPodGroup.class);
    }

    @Override
    public String name() {
        return "kai";
    }

    @Override
    protected void configure(Map<String, Object> tree) {
        configuration = KaiConfiguration.parse(tree);
    }

    @Override
    protected Optional<KAIPolicy> policy(RuntimeInfo info) {
        @Nullable PodGroupPolicy policy = info.policy().podGroupPolicy();
        return policy == null ? Optional.empty() : Optional.ofNullable(policy.kai());
    }

    @Override
    protected List<String> schedulerNames() {
        return List.of(configuration.schedulerName());
    }

    @Override
    protected boolean injectsSchedulerName() {
        return configuration.injectSchedulerName();
    }

    @Override
    protected List<Permission> furtherPermissions() {
        return List.of(
                Permission.toGet(KaiApi.GROUP, "queues").ofCluster(),
                Permission.toGet(KaiApi.TOPOLOGY_GROUP, "topologies").ofCluster(),
                Permission.toWatch("scheduling.k8s.io", "priorityclasses").ofCluster());
    }

    @Override
    protected void enforce(GangJob<KAIPolicy> job) {
        KaiMetadata metadata = new KaiMetadata(job.policy(), settings(job), configuration);
        if (mode(job) == PodGroupMode.POD_GROUP) {
            metadata.applyForPodGroups(job.info(), job.plan());
        } else {
            metadata.applyForPodGrouper(job.info(), job.plan());
        }
    }

    @Override
    protected Uni<Components> build(GangJob<KAIPolicy> job) {
        if (mode(job) == PodGroupMode.POD_GROUPER) {
            return Uni.createFrom().item(Components.none());
        }
        PodGroups podGroups = new PodGroups(job.policy(), settings(job), job.info(), configuration, podGroupKind());
        Components components = Components.of(job.plan().gangs().stream()
                .map(gang -> Component.whileSuspended(podGroups.of(gang)))
                .toList());
        return new UnschedulableGangs<>("KAI", KaiPodGroup.class, objects(), this::problem)
                .addTo(components, job.trainJob());
    }

    @Override
    protected Optional<String> waitingReason(KaiPodGroup group) {
        return unschedulableReason(group);
    }

    /** KAI does not say that a queue has children: it calls such a gang unschedulable without a reason. */
    private Uni<Optional<String>> problem(KaiPodGroup podGroup) {
        Optional<String> told = unschedulableReason(podGroup);
        @Nullable
        String queue = podGroup.getSpec() == null ? null : podGroup.getSpec().queue();
        return told.isEmpty() || queue == null
                ? Uni.createFrom().item(told)
                : objects()
                        .find(KaiQueue.class, "", queue)
                        .map(found -> found.flatMap(KaiQueue::children)
                                .map(children -> "queue " + queue + " has child queues (" + children + ")")
                                .or(() -> told))
                        .onFailure()
                        .recoverWithItem(told);
    }

    private static Optional<String> unschedulableReason(KaiPodGroup podGroup) {
        return Optional.ofNullable(podGroup.getStatus()).flatMap(PodGroupStatus::unschedulableReason);
    }

    @Override
    protected Uni<Validation> validate(GangJob<KAIPolicy> job, Optional<TrainJob> previous) {
        return new KaiValidation(configuration, objects(), podGroupKind()).run(job, previous);
    }

    private JobSettings settings(GangJob<KAIPolicy> job) {
        JobSettings settings = JobSettings.of(job, configuration);
        List<FieldError> errors = settings.errors();
        if (!errors.isEmpty()) {
            throw new InvalidTrainJobException(
                    errors.stream().map(FieldError::toString).collect(Collectors.joining("; ")));
        }
        return settings;
    }

    private PodGroupMode mode(GangJob<KAIPolicy> job) {
        if (job.info().existing().isEmpty()) {
            // Which KAI there is decides over the pods, so nothing can be built without one.
            requirePodGroupKind("podGroupPolicy.kai");
        }
        return PodGroupMode.of(job.policy(), podGroupKind(), job.info().existing());
    }
}
