package com.acme.trainyard;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.smallrye.mutiny.Uni;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import io.trainyard.spi.Permission;
import io.trainyard.spi.component.Components;
import io.trainyard.spi.extension.ComponentBuilder;
import io.trainyard.spi.extension.CustomValidation;
import io.trainyard.spi.extension.EnforceMLPolicy;
import io.trainyard.spi.extension.WatchExtension;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.parameters.ParameterContract;
import io.trainyard.spi.runtime.ContainerView;
import io.trainyard.spi.runtime.Environment.Precedence;
import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.RuntimeInfo;
import io.trainyard.spi.watch.KeyMapper;
import io.trainyard.spi.watch.WatchSpec;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Serves {@code mlPolicy.plugin} with the name {@code acme-collectives}: tells each node where the others are. */
public final class AcmeCollectives implements EnforceMLPolicy, ComponentBuilder, CustomValidation, WatchExtension {
    private static final Map<String, String> OURS = Map.of("acme.example/collectives", "true");

    @Override
    public String name() {
        return "acme-collectives";
    }

    @Override
    public ParameterContract parameters() {
        return ParameterContract.of(AcmeSettings.class);
    }

    @Override
    public List<Permission> permissions() {
        return List.of(Permission.toManage("", "configmaps"));
    }

    @Override
    public void enforceMLPolicy(TrainJob trainJob, RuntimeInfo info) {
        settings(info).ifPresent(settings -> info.trainerPodSet().ifPresent(nodes -> {
            nodes.setCount(nodeCount(info));
            nodes.trainerContainer().ifPresent(container -> {
                set(container, "ACME_TRANSPORT", settings.transport().name());
                set(container, "ACME_CHANNELS", String.valueOf(settings.channels()));
                set(container, "ACME_ROOT", nodes.host(0, 0));
            });
        }));
    }

    private static int nodeCount(RuntimeInfo info) {
        Integer ofRuntime = info.policy().mlPolicy().numNodes();
        return Optional.ofNullable(info.trainer().numNodes()).orElse(ofRuntime == null ? 1 : ofRuntime);
    }

    private static void set(ContainerView container, String name, String value) {
        container.environment().declare(name, value, Precedence.SET_IF_ABSENT);
    }

    @Override
    public Uni<Components> build(ComponentBuilder.Request request) {
        return Uni.createFrom()
                .item(settings(request.info())
                        .flatMap(settings -> request.info().trainerPodSet())
                        .map(nodes -> Components.of(topology(request.trainJob(), nodes)))
                        .orElse(Components.none()));
    }

    private static ConfigMap topology(TrainJob trainJob, PodSet nodes) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withName(trainJob.getMetadata().getName() + "-acme-topology")
                .withLabels(OURS)
                .endMetadata()
                .addToData("hosts", String.join("\n", nodes.endpoints()))
                .build();
    }

    @Override
    public Uni<Validation> validate(CustomValidation.Request request) {
        Integer nodes = request.info().trainer().numNodes();
        boolean alone = nodes != null && nodes == 1 && settings(request.info()).isPresent();
        FieldError error = FieldError.invalid("spec.trainer.numNodes", nodes, "collectives need at least 2 nodes");
        return Uni.createFrom().item(alone ? Validation.builder().error(error).build() : Validation.OK);
    }

    @Override
    public List<WatchSpec<?>> watches() {
        return List.of(new WatchSpec<>(ConfigMap.class, OURS, KeyMapper.controllerOwner()));
    }

    private Optional<AcmeSettings> settings(RuntimeInfo info) {
        return info.policy().mlParameters(name()).map(parameters -> parameters.as(AcmeSettings.class));
    }
}
