package io.trainyard.plugins.volcano;

import com.google.auto.service.AutoService;
import io.smallrye.mutiny.Uni;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import io.trainyard.spi.Permission;
import io.trainyard.spi.Plugin;
import io.trainyard.spi.component.Component;
import io.trainyard.spi.component.Components;
import io.trainyard.spi.extension.InvalidTrainJobException;
import io.trainyard.spi.gang.GangPlan;
import io.trainyard.spi.model.PodGroupPolicy;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.VolcanoPolicy;
import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.RuntimeInfo;
import io.trainyard.spi.scheduler.GangJob;
import io.trainyard.spi.scheduler.GangSchedulerPlugin;
import io.trainyard.spi.scheduler.UnschedulableGangs;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Serves {@code podGroupPolicy.volcano}: every gang of a TrainJob becomes a PodGroup, and every pod says to which it belongs. */
@AutoService(Plugin.class)
public final class VolcanoPlugin extends GangSchedulerPlugin<VolcanoPolicy, VolcanoPodGroup> {
    private VolcanoConfiguration configuration = VolcanoConfiguration.DEFAULT;

    public VolcanoPlugin() {
        super(VolcanoPodGroup.class);
    }

    @Override
    public String name() {
        return "volcano";
    }

    @Override
    protected void configure(Map<String, Object> tree) {
        configuration = VolcanoConfiguration.parse(tree);
    }

    @Override
    protected Optional<VolcanoPolicy> policy(RuntimeInfo info) {
        @Nullable PodGroupPolicy policy = info.policy().podGroupPolicy();
        return policy == null ? Optional.empty() : Optional.ofNullable(policy.volcano());
    }

    @Override
    protected List<String> schedulerNames() {
        return configuration.schedulerNames();
    }

    @Override
    protected boolean injectsSchedulerName() {
        return configuration.injectSchedulerName();
    }

    @Override
    protected List<Permission> furtherPermissions() {
        return List.of(
                new Permission(VolcanoApi.GROUP, List.of("queues"), List.of("get", "list")).ofCluster(),
                new Permission("topology.volcano.sh", List.of("hypernodes"), List.of("list")).ofCluster(),
                Permission.toWatch("scheduling.k8s.io", "priorityclasses").ofCluster());
    }

    @Override
    protected void enforce(GangJob<VolcanoPolicy> job) {
        Optional<String> queue = queue(job);
        for (PodSet podSet : job.info().podSets()) {
            podSet.putPodAnnotation(
                    VolcanoApi.GROUP_NAME, job.plan().of(podSet.name()).podGroup());
            queue.ifPresent(name -> podSet.putPodAnnotation(VolcanoApi.QUEUE_NAME, name));
        }
    }

    @Override
    protected Uni<Components> build(GangJob<VolcanoPolicy> job) {
        GangPlan plan = job.plan();
        PodGroupLifecycle life = new PodGroupLifecycle(configuration, job.trainJob(), job.info());
        if (life.isReleased()) {
            return Uni.createFrom()
                    .item(Components.of(plan.gangs().stream()
                            .map(gang -> Component.absent(PodGroups.named(gang)))
                            .toList()));
        }
        requireInstalled(job.policy());
        return topologies()
                .of(job.policy(), isFrozen(job.info()))
                .map(topology -> new PodGroups(
                        job.info(), queue(job), topology, job.policy().subGroupPolicy()))
                .map(podGroups -> components(plan, podGroups, life))
                .chain(components -> told(components, job.trainJob()));
    }

    /** The queues are read once, when the first gang that is not placed is found. */
    private Uni<Components> told(Components components, TrainJob trainJob) {
        Uni<List<VolcanoQueue>> queues =
                objects().list(VolcanoQueue.class, "").memoize().indefinitely();
        return new UnschedulableGangs<>(
                        "Volcano", VolcanoPodGroup.class, objects(), podGroup -> problem(podGroup, queues))
                .addTo(components, trainJob);
    }

    /** Whether pods run, so that the PodGroups that exist are left as they are. */
    private static boolean isFrozen(RuntimeInfo info) {
        return info.existing().filter(existing -> !existing.suspended()).isPresent();
    }

    private static Components components(GangPlan plan, PodGroups podGroups, PodGroupLifecycle life) {
        return Components.of(plan.gangs().stream()
                .filter(gang -> !life.isTooEarlyFor(gang))
                .map(gang -> Component.whileSuspended(podGroups.of(gang, plan.main())))
                .toList());
    }

    @Override
    protected Optional<String> waitingReason(VolcanoPodGroup group) {
        return unschedulableReason(group);
    }

    /** What is wrong with the queue comes first: Volcano does not even look at such a gang. */
    private static Uni<Optional<String>> problem(VolcanoPodGroup podGroup, Uni<List<VolcanoQueue>> all) {
        Optional<String> told = unschedulableReason(podGroup);
        @Nullable PodGroupSpec spec = podGroup.getSpec();
        @Nullable PodGroupStatus status = podGroup.getStatus();
        return spec == null || (status != null && status.isPlaced())
                ? Uni.createFrom().item(told)
                : all.map(queues -> new Queues(queues).problem(spec).or(() -> told))
                        .onFailure()
                        .recoverWithItem(told);
    }

    private static Optional<String> unschedulableReason(VolcanoPodGroup podGroup) {
        return Optional.ofNullable(podGroup.getStatus()).flatMap(PodGroupStatus::unschedulableReason);
    }

    @Override
    protected Uni<Validation> validate(GangJob<VolcanoPolicy> job, Optional<TrainJob> previous) {
        return new VolcanoValidation(objects(), podGroupKind(), topologies()).run(job, previous);
    }

    /** Without the kind, or the field, the API server would refuse or silently drop what is built. */
    private void requireInstalled(VolcanoPolicy policy) {
        requirePodGroupKind("podGroupPolicy.volcano");
        if (!policy.subGroupPolicy().isEmpty() && !podGroupKind().hasField("spec.subGroupPolicy")) {
            throw new InvalidTrainJobException(
                    "podGroupPolicy.volcano.subGroupPolicy needs Volcano 1.14 or newer; the PodGroups of this cluster have no"
                            + " subGroupPolicy");
        }
    }

    private static Optional<String> queue(GangJob<VolcanoPolicy> job) {
        JobQueue queue = JobQueue.of(job.trainJob(), job.info());
        queue.error().map(FieldError::toString).ifPresent(problem -> {
            throw new InvalidTrainJobException(problem);
        });
        return queue.value();
    }

    private TopologyResolver topologies() {
        return new TopologyResolver(configuration, podGroupKind(), objects());
    }
}
