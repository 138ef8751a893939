package io.trainyard.plugins.xgboost;

import com.google.auto.service.AutoService;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import io.trainyard.spi.Plugin;
import io.trainyard.spi.component.WarningEvent;
import io.trainyard.spi.framework.FrameworkJob;
import io.trainyard.spi.framework.FrameworkPlugin;
import io.trainyard.spi.framework.GroupPreconditions;
import io.trainyard.spi.framework.NodeCount;
import io.trainyard.spi.framework.UncountedDevices;
import io.trainyard.spi.model.MLPolicy;
import io.trainyard.spi.model.XGBoostPolicy;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Serves {@code mlPolicy.xgboost}: every node of the TrainJob becomes a pod whose variables say where the tracker is, how many workers there are and which
 * one it is. The program of node 0 starts the tracker.
 */
@AutoService(Plugin.class)
public final class XgboostPlugin extends FrameworkPlugin<XGBoostPolicy> {
    private XgboostConfiguration configuration = XgboostConfiguration.DEFAULT;

    @Override
    public String name() {
        return "xgboost";
    }

    @Override
    protected void configure(Map<String, Object> tree) {
        configuration = XgboostConfiguration.parse(tree);
    }

    @Override
    protected Optional<XGBoostPolicy> policy(RuntimeInfo info) {
        MLPolicy policy = info.policy().mlPolicy();
        return policy == null ? Optional.empty() : Optional.ofNullable(policy.xgboost());
    }

    @Override
    protected List<FieldError> preconditions(FrameworkJob<XGBoostPolicy> job) {
        List<FieldError> found = new ArrayList<>(WorkerCount.errors(job.info()));
        found.addAll(GroupPreconditions.ofTrainer("xgboost", job.info()));
        return found;
    }

    @Override
    protected void enforce(FrameworkJob<XGBoostPolicy> job) {
        RuntimeInfo info = job.info();
        info.trainerPodSet().ifPresent(podSet -> {
            podSet.setCount(NodeCount.of(podSet, info));
            podSet.trainerContainer().ifPresent(container -> {
                XgboostEnvironment.of(info, podSet, container, configuration).declareIn(container.environment());
                container.addPort(configuration.trackerPort());
                WorkerCount.uncountedDevices(info, container, configuration)
                        .ifPresent(text -> info.addWarning(new WarningEvent(UncountedDevices.REASON, text)));
            });
        });
    }

    @Override
    protected List<String> groupWarnings(FrameworkJob<XGBoostPolicy> job) {
        return XgboostGroupWarnings.of(job.info(), configuration);
    }

    @Override
    protected Validation validate(FrameworkJob<XGBoostPolicy> job) {
        return new Validation(List.of(), XgboostWarnings.of(job.info(), configuration));
    }
}
