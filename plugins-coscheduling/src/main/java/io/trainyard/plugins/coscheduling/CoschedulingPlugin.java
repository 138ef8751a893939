package io.trainyard.plugins.coscheduling;

import com.google.auto.service.AutoService;
import io.smallrye.mutiny.Uni;
import io.trainyard.foundation.field.Validation;
import io.trainyard.spi.Permission;
import io.trainyard.spi.Plugin;
import io.trainyard.spi.PluginContext;
import io.trainyard.spi.component.Component;
import io.trainyard.spi.component.Components;
import io.trainyard.spi.extension.ComponentBuilder;
import io.trainyard.spi.extension.CustomValidation;
import io.trainyard.spi.extension.EnforcePodGroupPolicy;
import io.trainyard.spi.extension.WatchExtension;
import io.trainyard.spi.gang.Gang;
import io.trainyard.spi.gang.GangPlan;
import io.trainyard.spi.gang.GangScheduler;
import io.trainyard.spi.model.CoschedulingPolicy;
import io.trainyard.spi.model.PodGroupPolicy;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.runtime.RuntimeInfo;
import io.trainyard.spi.watch.WatchSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Serves {@code podGroupPolicy.coscheduling}: a PodGroup for each gang of the plan, and its name as a label on the pods of that gang. Pods of the
 * prologue stay without: the label alone would make them wait for the gang, which waits for them.
 */
@AutoService(Plugin.class)
public final class CoschedulingPlugin
        implements EnforcePodGroupPolicy, ComponentBuilder, WatchExtension, CustomValidation {
    /** Name of the PodGroup, on its pods. */
    static final String LABEL = "scheduling.x-k8s.io/pod-group";

    private static final int USUAL_TIMEOUT_SECONDS = 60;

    private CoschedulingConfiguration configuration = CoschedulingConfiguration.DEFAULT;

    @Override
    public String name() {
        return "coscheduling";
    }

    /**
     * Reads the configuration.
     *
     * @throws IllegalArgumentException when it does not make sense; the message names every wrong key
     */
    @Override
    public void start(PluginContext context) {
        configuration = CoschedulingConfiguration.parse(context.configuration());
    }

    @Override
    public List<Permission> permissions() {
        List<Permission> permissions = new ArrayList<>(GangScheduler.hostPermissions());
        permissions.add(Permission.toKeep(CoschedulingPodGroup.GROUP, CoschedulingPodGroup.PLURAL));
        return List.copyOf(permissions);
    }

    @Override
    public Optional<GangScheduler> gangScheduler() {
        return Optional.of(GangScheduler.named(
                CoschedulingPodGroup.class, configuration.schedulerNames(), configuration.injectSchedulerName()));
    }

    @Override
    public List<WatchSpec<?>> watches() {
        return List.of(WatchSpec.ownedBy(CoschedulingPodGroup.class));
    }

    @Override
    public void enforcePodGroupPolicy(TrainJob trainJob, RuntimeInfo info) {
        plan(trainJob, info).ifPresent(plan -> info.podSets().forEach(podSet -> {
            Gang gang = plan.of(podSet.name());
            if (gang.role() != Gang.Role.PROLOGUE) {
                podSet.putPodLabel(LABEL, gang.podGroup());
            }
        }));
    }

    @Override
    public Uni<Components> build(ComponentBuilder.Request request) {
        List<Component> groups = plan(request.trainJob(), request.info()).stream()
                .flatMap(plan -> plan.gangs().stream())
                .filter(gang -> gang.role() != Gang.Role.PROLOGUE)
                .map(gang -> Component.whileSuspended(podGroup(gang, timeoutSeconds(request.info()))))
                .toList();
        return Uni.createFrom().item(Components.of(groups));
    }

    @Override
    public Uni<Validation> validate(CustomValidation.Request request) {
        boolean creation = request.previous().isEmpty();
        return Uni.createFrom()
                .item(() -> creation
                        ? plan(request.trainJob(), request.info())
                                .map(plan -> SchedulingGates.check(plan, request.info()))
                                .orElse(Validation.OK)
                        : Validation.OK);
    }

    private static CoschedulingPodGroup podGroup(Gang gang, int timeoutSeconds) {
        CoschedulingPodGroup group = new CoschedulingPodGroup();
        group.getMetadata().setName(gang.podGroup());
        group.setSpec(new CoschedulingPodGroupSpec(gang.minMember(), gang.minResources(), timeoutSeconds));
        return group;
    }

    /** The usual value stands in for that of the schema, which older objects lack. */
    private static int timeoutSeconds(RuntimeInfo info) {
        return policy(info).map(CoschedulingPolicy::scheduleTimeoutSeconds).orElse(USUAL_TIMEOUT_SECONDS);
    }

    /** The plan, if it is ours to follow. */
    private static Optional<GangPlan> plan(@Nullable TrainJob trainJob, @Nullable RuntimeInfo info) {
        return trainJob == null || info == null
                ? Optional.empty()
                : policy(info).flatMap(selected -> info.gangPlan());
    }

    private static Optional<CoschedulingPolicy> policy(RuntimeInfo info) {
        @Nullable PodGroupPolicy policy = info.policy().podGroupPolicy();
        return policy == null ? Optional.empty() : Optional.ofNullable(policy.coscheduling());
    }
}
