package io.trainyard.plugins.paddle;

import com.google.auto.service.AutoService;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.Plugin;
import io.trainyard.spi.framework.FrameworkJob;
import io.trainyard.spi.framework.FrameworkPlugin;
import io.trainyard.spi.model.MLPolicy;
import io.trainyard.spi.model.PaddlePolicy;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Serves {@code mlPolicy.paddle}: nodes that {@code paddle.distributed.launch} joins to one training, with or without parameter servers. */
@AutoService(Plugin.class)
public final class PaddlePlugin extends FrameworkPlugin<PaddlePolicy> {
    private PaddleConfiguration configuration = PaddleConfiguration.DEFAULT;

    @Override
    public String name() {
        return "paddle";
    }

    @Override
    protected void configure(Map<String, Object> tree) {
        configuration = PaddleConfiguration.parse(tree);
    }

    @Override
    protected Optional<PaddlePolicy> policy(RuntimeInfo info) {
        return Optional.ofNullable(info.policy().mlPolicy()).map(MLPolicy::paddle);
    }

    @Override
    protected List<FieldError> preconditions(FrameworkJob<PaddlePolicy> job) {
        return PaddlePreconditions.of(PaddleGroup.of(job), job.info());
    }

    @Override
    protected List<String> groupWarnings(FrameworkJob<PaddlePolicy> job) {
        return PaddleGroupWarnings.of(PaddleGroup.of(job), job.info());
    }

    @Override
    protected Validation validate(FrameworkJob<PaddlePolicy> job) {
        return PaddleValidation.of(PaddleGroup.of(job), job, configuration);
    }

    @Override
    protected void enforce(FrameworkJob<PaddlePolicy> job) {
        PaddleGroup group = PaddleGroup.of(job);
        PaddleVariables variables = new PaddleVariables(job, group, configuration);
        for (PaddleGroup.Role role : group.roles()) {
            role.podSet().setCount(role.count());
            role.container().ifPresent(container -> {
                variables.declareIn(container.environment(), role);
                container.addPort(group.port());
            });
        }
        if (Tree.at(job.info().template(), "successPolicy") == null) {
            group.master().ifPresent(master -> job.info()
                    .setSuccessfulJobs(List.of(master.podSet().name())));
        }
    }
}
