package io.trainyard.tck;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.smallrye.mutiny.Uni;
import io.trainyard.foundation.field.Validation;
import io.trainyard.spi.PluginContext;
import io.trainyard.spi.component.Components;
import io.trainyard.spi.extension.ComponentBuilder;
import io.trainyard.spi.extension.CustomValidation;
import io.trainyard.spi.extension.EnforceMLPolicy;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.runtime.Environment;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.Map;

/** A good plugin; the bad ones spoil one thing each. */
class AcmePlugin implements EnforceMLPolicy, ComponentBuilder, CustomValidation {
    PluginContext context;

    @Override
    public String name() {
        return "acme";
    }

    @Override
    public void start(PluginContext context) {
        this.context = context;
    }

    @Override
    public void enforceMLPolicy(TrainJob trainJob, RuntimeInfo info) {
        if (isSelected(info)) {
            info.trainerPodSet()
                    .ifPresent(nodes -> nodes.setCount(info.trainer().numNodes()));
            declare(info, "ACME_LANES", "4");
        }
    }

    @Override
    public Uni<Components> build(ComponentBuilder.Request request) {
        return isSelected(request.info()) ? Uni.createFrom().item(Components.of(object(request.trainJob()))) : none();
    }

    @Override
    public Uni<Validation> validate(CustomValidation.Request request) {
        return Uni.createFrom().item(Validation.OK);
    }

    HasMetadata object(TrainJob trainJob) {
        return configMap(trainJob.getMetadata().getName() + "-acme", Map.of("lanes", "4"));
    }

    static HasMetadata configMap(String name, Map<String, String> data) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .withData(data)
                .build();
    }

    static void declare(RuntimeInfo info, String name, String value) {
        info.trainerContainer()
                .ifPresent(container ->
                        container.environment().declare(name, value, Environment.Precedence.SET_IF_ABSENT));
    }

    static Uni<Components> none() {
        return Uni.createFrom().item(Components.none());
    }

    boolean isSelected(RuntimeInfo info) {
        return info.policy().mlParameters("acme").isPresent();
    }
}
