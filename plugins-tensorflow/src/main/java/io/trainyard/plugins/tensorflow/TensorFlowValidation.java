package io.trainyard.plugins.tensorflow;

import io.trainyard.foundation.field.Validation;
import io.trainyard.spi.framework.CommandWarnings;
import io.trainyard.spi.framework.FrameworkJob;
import io.trainyard.spi.framework.GroupWarnings;
import io.trainyard.spi.framework.JobSetNetwork;
import io.trainyard.spi.framework.TrainJobFields;
import io.trainyard.spi.model.TensorFlowPolicy;
import io.trainyard.spi.runtime.ContainerView;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.Set;
import java.util.regex.Pattern;

/** What a user should know beside what keeps the TrainJob from being built, and beside {@link TensorFlowGroupWarnings}. Pure. */
final class TensorFlowValidation {
    private static final Set<String> RESERVED = Set.of(TaskConfiguration.NAME, TaskConfiguration.INDEX);
    private static final Pattern OWN_NAMES = Pattern.compile("(TF_CONFIG|TF_TASK|TRAINER_)[A-Z0-9_]*");

    private final TensorFlowCluster cluster;
    private final RuntimeInfo info;
    private final Validation.Builder findings = Validation.builder();

    private TensorFlowValidation(TensorFlowCluster cluster, RuntimeInfo info) {
        this.cluster = cluster;
        this.info = info;
    }

    static Validation of(TensorFlowCluster cluster, FrameworkJob<TensorFlowPolicy> job) {
        TensorFlowValidation validation = new TensorFlowValidation(cluster, job.info());
        validation.nodes();
        GroupWarnings.processCount(job.info(), "a TensorFlow job has one process in each pod")
                .ifPresent(validation.findings::warning);
        if (cluster.isDistributed() && !JobSetNetwork.of(job.info()).publishesNotReady()) {
            validation.findings.warning(GroupWarnings.unpublished());
        }
        job.info().trainerContainer().ifPresent(validation::command);
        return validation.findings.build();
    }

    /** Only workers are counted by the TrainJob. */
    private void nodes() {
        Integer wanted = info.trainer().numNodes();
        if (wanted != null && cluster.role(Role.WORKER).isEmpty()) {
            findings.warning(TrainJobFields.NODES
                    + ": has no effect, because the runtime has no workers, and numNodes is their number");
        }
    }

    private void command(ContainerView container) {
        CommandWarnings.of(info, container, OWN_NAMES, cluster.isDistributed() ? RESERVED : Set.of())
                .forEach(findings::warning);
    }
}
