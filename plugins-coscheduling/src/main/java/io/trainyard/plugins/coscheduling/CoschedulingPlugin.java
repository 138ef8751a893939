package io.trainyard.plugins.coscheduling;

import com.google.auto.service.AutoService;
import io.smallrye.mutiny.Uni;
import io.trainyard.foundation.field.Validation;
import io.trainyard.spi.Plugin;
import io.trainyard.spi.component.Component;
import io.trainyard.spi.component.Components;
import io.trainyard.spi.extension.JobNotes;
import io.trainyard.spi.gang.Gang;
import io.trainyard.spi.model.CoschedulingPolicy;
import io.trainyard.spi.model.PodGroupPolicy;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.result.JobNote;
import io.trainyard.spi.runtime.RuntimeInfo;
import io.trainyard.spi.scheduler.GangJob;
import io.trainyard.spi.scheduler.GangSchedulerPlugin;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Serves {@code podGroupPolicy.coscheduling}: a PodGroup for each gang of the plan, and its name as a label on the pods of that gang. Pods of the
 * prologue stay without: the label alone would make them wait for the gang, which waits for them.
 */
@AutoService(Plugin.class)
public final class CoschedulingPlugin extends GangSchedulerPlugin<CoschedulingPolicy, CoschedulingPodGroup> {
    /** Name of the PodGroup, on its pods. */
    static final String LABEL = "scheduling.x-k8s.io/pod-group";

    private static final int DEFAULT_TIMEOUT_SECONDS = 60;

    private CoschedulingConfiguration configuration = CoschedulingConfiguration.DEFAULT;

    public CoschedulingPlugin() {
        super(CoschedulingPodGroup.class);
    }

    @Override
    public String name() {
        return "coscheduling";
    }

    @Override
    protected void configure(Map<String, Object> tree) {
        configuration = CoschedulingConfiguration.parse(tree);
    }

    @Override
    protected Optional<CoschedulingPolicy> policy(RuntimeInfo info) {
        @Nullable PodGroupPolicy policy = info.policy().podGroupPolicy();
        return policy == null ? Optional.empty() : Optional.ofNullable(policy.coscheduling());
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
    protected void enforce(GangJob<CoschedulingPolicy> job) {
        job.info().podSets().forEach(podSet -> {
            Gang gang = job.plan().of(podSet.name());
            if (gang.role() != Gang.Role.PROLOGUE) {
                podSet.putPodLabel(LABEL, gang.podGroup());
            }
        });
    }

    @Override
    protected Uni<Components> build(GangJob<CoschedulingPolicy> job) {
        List<Component> groups = job.plan().gangs().stream()
                .filter(gang -> gang.role() != Gang.Role.PROLOGUE)
                .map(gang -> Component.whileSuspended(podGroup(gang, timeoutSeconds(job.policy()))))
                .toList();
        return Uni.createFrom().item(Components.of(groups));
    }

    @Override
    protected Uni<Validation> validate(GangJob<CoschedulingPolicy> job, Optional<TrainJob> previous) {
        return Uni.createFrom().item(() -> job.info()
                .gangPlan()
                .filter(plan -> previous.isEmpty())
                .map(plan -> SchedulingGates.check(plan, job.info()))
                .orElse(Validation.OK));
    }

    @Override
    public List<JobNote> notes(JobNotes.Request request) {
        return request.all(ObservedPodGroup.class).stream()
                .flatMap(group -> group.waitingReason().map(reason -> waits(group, reason)).stream())
                .toList();
    }

    private static CoschedulingPodGroup podGroup(Gang gang, int timeoutSeconds) {
        CoschedulingPodGroup group = new CoschedulingPodGroup();
        group.getMetadata().setName(gang.podGroup());
        group.setSpec(new CoschedulingPodGroupSpec(gang.minMember(), gang.minResources(), timeoutSeconds));
        return group;
    }

    /** The default stands in for that of the schema, which older objects lack. */
    private static int timeoutSeconds(CoschedulingPolicy policy) {
        @Nullable Integer seconds = policy.scheduleTimeoutSeconds();
        return seconds == null ? DEFAULT_TIMEOUT_SECONDS : seconds;
    }
}
