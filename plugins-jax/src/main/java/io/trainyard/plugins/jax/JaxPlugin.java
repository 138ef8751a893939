package io.trainyard.plugins.jax;

import com.google.auto.service.AutoService;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import io.trainyard.spi.Plugin;
import io.trainyard.spi.framework.FrameworkJob;
import io.trainyard.spi.framework.FrameworkPlugin;
import io.trainyard.spi.framework.GroupPreconditions;
import io.trainyard.spi.framework.NodeCount;
import io.trainyard.spi.model.JAXPolicy;
import io.trainyard.spi.model.MLPolicy;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Serves {@code mlPolicy.jax}: every node of the TrainJob becomes a pod with one process, whose variables say where the coordinator is, how many
 * processes there are and which one it is.
 */
@AutoService(Plugin.class)
public final class JaxPlugin extends FrameworkPlugin<JAXPolicy> {
    private JaxConfiguration configuration = JaxConfiguration.DEFAULT;

    @Override
    public String name() {
        return "jax";
    }

    @Override
    protected void configure(Map<String, Object> tree) {
        configuration = JaxConfiguration.parse(tree);
    }

    @Override
    protected Optional<JAXPolicy> policy(RuntimeInfo info) {
        MLPolicy policy = info.policy().mlPolicy();
        return policy == null ? Optional.empty() : Optional.ofNullable(policy.jax());
    }

    @Override
    protected List<FieldError> preconditions(FrameworkJob<JAXPolicy> job) {
        return GroupPreconditions.ofTrainer("jax", job.info());
    }

    @Override
    protected void enforce(FrameworkJob<JAXPolicy> job) {
        RuntimeInfo info = job.info();
        info.trainerPodSet().ifPresent(podSet -> {
            podSet.setCount(NodeCount.of(podSet, info));
            podSet.trainerContainer().ifPresent(container -> {
                JaxEnvironment.of(info, podSet, configuration).declareIn(container.environment());
                container.addPort(configuration.coordinatorPort());
            });
        });
    }

    @Override
    protected List<String> groupWarnings(FrameworkJob<JAXPolicy> job) {
        return JaxGroupWarnings.of(job, configuration);
    }

    @Override
    protected Validation validate(FrameworkJob<JAXPolicy> job) {
        return new Validation(List.of(), JaxWarnings.of(job, groupWarnings(job)));
    }
}
