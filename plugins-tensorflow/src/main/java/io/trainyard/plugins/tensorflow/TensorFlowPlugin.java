package io.trainyard.plugins.tensorflow;

import com.google.auto.service.AutoService;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.Plugin;
import io.trainyard.spi.framework.FrameworkJob;
import io.trainyard.spi.framework.FrameworkPlugin;
import io.trainyard.spi.framework.PluginSettings;
import io.trainyard.spi.model.MLPolicy;
import io.trainyard.spi.model.TensorFlowPolicy;
import io.trainyard.spi.runtime.CompletionIndex;
import io.trainyard.spi.runtime.ContainerView;
import io.trainyard.spi.runtime.Environment;
import io.trainyard.spi.runtime.Environment.Precedence;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Serves {@code mlPolicy.tensorflow}: replicated jobs named after the roles of TensorFlow become one cluster, which each program reads from
 * {@code TF_CONFIG}.
 */
@AutoService(Plugin.class)
public final class TensorFlowPlugin extends FrameworkPlugin<TensorFlowPolicy> {
    private static final String PORT_OF_EACH_POD = "portOfEachPod";

    private boolean portOfEachPod;

    @Override
    public String name() {
        return "tensorflow";
    }

    @Override
    protected void configure(Map<String, Object> configuration) {
        PluginSettings settings = new PluginSettings("tensorflow", configuration, List.of(PORT_OF_EACH_POD));
        portOfEachPod = settings.flag(PORT_OF_EACH_POD, false);
        settings.failIfWrong();
    }

    @Override
    protected Optional<TensorFlowPolicy> policy(RuntimeInfo info) {
        return Optional.ofNullable(info.policy().mlPolicy()).map(MLPolicy::tensorflow);
    }

    @Override
    protected List<FieldError> preconditions(FrameworkJob<TensorFlowPolicy> job) {
        return TensorFlowPreconditions.of(TensorFlowCluster.of(job, portOfEachPod), job.info());
    }

    @Override
    protected List<String> groupWarnings(FrameworkJob<TensorFlowPolicy> job) {
        return TensorFlowGroupWarnings.of(TensorFlowCluster.of(job, portOfEachPod), job.info());
    }

    @Override
    protected Validation validate(FrameworkJob<TensorFlowPolicy> job) {
        return TensorFlowValidation.of(TensorFlowCluster.of(job, portOfEachPod), job);
    }

    @Override
    protected void enforce(FrameworkJob<TensorFlowPolicy> job) {
        TensorFlowCluster cluster = TensorFlowCluster.of(job, portOfEachPod);
        TaskConfiguration configuration = new TaskConfiguration(cluster);
        for (RoleJob role : cluster.roles()) {
            role.podSet().setCount(role.count());
            role.container().ifPresent(container -> {
                if (cluster.isDistributed()) {
                    declare(container, configuration.of(role));
                }
                cluster.ports().forEach(container::addPort);
            });
        }
        if (Tree.at(job.info().template(), "successPolicy") == null) {
            cluster.leader().ifPresent(leader -> success(job.info(), cluster, leader));
        }
    }

    /** The index first: the other one refers to it. */
    private static void declare(ContainerView container, String configuration) {
        Environment environment = container.environment();
        environment.declare(CompletionIndex.variable(TaskConfiguration.INDEX), Precedence.RESERVED);
        environment.declare(TaskConfiguration.NAME, configuration, Precedence.RESERVED);
    }

    private static void success(RuntimeInfo info, TensorFlowCluster cluster, RoleJob leader) {
        info.setSuccessfulJobs(List.of(leader.podSet().name()));
        if (leader.role() == Role.WORKER && !cluster.allWorkersSucceed()) {
            leader.podSet().setDefaultSucceededIndexes("0");
        }
    }
}
