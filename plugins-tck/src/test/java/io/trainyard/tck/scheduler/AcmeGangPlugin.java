package io.trainyard.tck.scheduler;

import io.smallrye.mutiny.Uni;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import io.trainyard.spi.component.Component;
import io.trainyard.spi.component.Components;
import io.trainyard.spi.gang.Gang;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.parameters.PolicyParameters;
import io.trainyard.spi.runtime.RuntimeInfo;
import io.trainyard.spi.scheduler.GangJob;
import io.trainyard.spi.scheduler.GangSchedulerPlugin;
import io.trainyard.spi.scheduler.UnschedulableGangs;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Serves {@code podGroupPolicy: {plugin: {name: acme}}}. */
public final class AcmeGangPlugin extends GangSchedulerPlugin<PolicyParameters, AcmePodGroup> {
    private String schedulerName = "acme-scheduler";

    public AcmeGangPlugin() {
        super(AcmePodGroup.class);
    }

    @Override
    public String name() {
        return "acme";
    }

    @Override
    protected void configure(Map<String, Object> configuration) {
        schedulerName = String.valueOf(configuration.getOrDefault("schedulerName", schedulerName));
    }

    @Override
    protected Optional<PolicyParameters> policy(RuntimeInfo info) {
        return info.policy().podGroupParameters(name());
    }

    @Override
    protected List<String> schedulerNames() {
        return List.of(schedulerName);
    }

    @Override
    protected void enforce(GangJob<PolicyParameters> job) {
        job.info()
                .podSets()
                .forEach(podSet -> podSet.putPodLabel(
                        "scheduling.acme.example/group",
                        job.plan().of(podSet.name()).podGroup()));
    }

    @Override
    protected Uni<Components> build(GangJob<PolicyParameters> job) {
        requirePodGroupKind("podGroupPolicy.plugin");
        Components podGroups = Components.of(job.plan().gangs().stream()
                .map(gang -> Component.whileSuspended(podGroup(gang, lane(job))))
                .toList());
        return new UnschedulableGangs<>("Acme", AcmePodGroup.class, objects(), group -> Uni.createFrom()
                        .item(reason(group)))
                .addTo(podGroups, job.trainJob());
    }

    @Override
    protected Uni<Validation> validate(GangJob<PolicyParameters> job, Optional<TrainJob> previous) {
        return Uni.createFrom()
                .item(
                        previous.isEmpty() && lane(job).isEmpty()
                                ? Validation.builder()
                                        .error(FieldError.required(job.policy().path() + ".lane", "name a lane"))
                                        .build()
                                : Validation.OK);
    }

    private static AcmePodGroup podGroup(Gang gang, String lane) {
        AcmePodGroup podGroup = new AcmePodGroup();
        podGroup.getMetadata().setName(gang.podGroup());
        podGroup.setSpec(new AcmePodGroup.Spec(gang.minMember(), lane));
        return podGroup;
    }

    private static Optional<String> reason(AcmePodGroup podGroup) {
        return Optional.ofNullable(podGroup.getStatus()).map(AcmePodGroup.Status::waitingFor);
    }

    private static String lane(GangJob<PolicyParameters> job) {
        return String.valueOf(job.policy().tree().getOrDefault("lane", ""));
    }
}
