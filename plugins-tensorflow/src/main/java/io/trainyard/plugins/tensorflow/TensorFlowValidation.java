package io.trainyard.plugins.tensorflow;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import io.trainyard.spi.framework.CommandWarnings;
import io.trainyard.spi.framework.FrameworkJob;
import io.trainyard.spi.framework.GroupWarnings;
import io.trainyard.spi.framework.JobSetNetwork;
import io.trainyard.spi.framework.TrainJobFields;
import io.trainyard.spi.framework.UserVariables;
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
        validation.reserved(job);
        validation.nodes();
        GroupWarnings.processCount(job.info(), "a TensorFlow job has one process in each pod")
                .ifPresent(validation.findings::warning);
        if (cluster.isDistributed() && !JobSetNetwork.of(job.info()).publishesNotReady()) {
            validation.findings.warning(GroupWarnings.unpublished());
        }
        job.info().trainerContainer().ifPresent(validation::command);
        return validation.findings.build();
    }

    /** Names that are the plugin's own, one error each. */
    private void reserved(FrameworkJob<TensorFlowPolicy> job) {
        for (UserVariables list : UserVariables.of(job.trainJob(), job.info())) {
            boolean reaches = cluster.roles().stream().anyMatch(role -> role.container()
                    .filter(container -> list.reach(role.podSet(), container))
                    .isPresent());
            if (reaches) {
                list.entries(RESERVED)
                        .forEach(entry -> findings.error(FieldError.forbidden(
                                entry.path(),
                                entry.name() + " says which pod of the cluster a program is, and is set for each pod;"
                                        + " remove it here")));
            }
        }
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
