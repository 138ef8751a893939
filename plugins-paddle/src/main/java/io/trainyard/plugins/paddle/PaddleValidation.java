package io.trainyard.plugins.paddle;

import io.trainyard.foundation.field.Validation;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.framework.CommandWarnings;
import io.trainyard.spi.framework.FrameworkJob;
import io.trainyard.spi.framework.GroupWarnings;
import io.trainyard.spi.framework.JobSetNetwork;
import io.trainyard.spi.framework.RoleJobs;
import io.trainyard.spi.framework.TrainJobFields;
import io.trainyard.spi.model.PaddlePolicy;
import io.trainyard.spi.runtime.ContainerView;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.Set;
import java.util.regex.Pattern;

/** What a user should know beside what keeps the TrainJob from being built, and beside {@link PaddleGroupWarnings}. Pure. */
final class PaddleValidation {
    private static final Pattern OWN_NAMES = Pattern.compile("(PADDLE|TRAINER)_[A-Z0-9_]+|POD_IP(_DUMMY)?");

    private final PaddleGroup group;
    private final RuntimeInfo info;
    private final Set<String> reserved;
    private final Validation.Builder findings = Validation.builder();

    private PaddleValidation(PaddleGroup group, RuntimeInfo info, Set<String> reserved) {
        this.group = group;
        this.info = info;
        this.reserved = reserved;
    }

    static Validation of(PaddleGroup group, FrameworkJob<PaddlePolicy> job, PaddleConfiguration configuration) {
        Set<String> reserved = new PaddleVariables(job, group, configuration).reserved();
        PaddleValidation validation = new PaddleValidation(group, job.info(), reserved);
        validation.network();
        job.info().trainerContainer().ifPresent(validation::command);
        return validation.findings.build();
    }

    private void network() {
        if (group.pods() < 2) {
            return;
        }
        if (!JobSetNetwork.of(info).publishesNotReady()) {
            findings.warning(GroupWarnings.unpublished());
        }
        for (PaddleGroup.Role role : group.roles()) {
            String policy = Tree.text(
                    RoleJobs.template(info, role.podSet()), "template", "spec", "template", "spec", "restartPolicy");
            if (policy.equals("Never")) {
                findings.warning(TrainJobFields.RUNTIME + ": restartPolicy of "
                        + role.podSet().name()
                        + " is Never, and Paddle's launcher ends where the name of the first node is not known yet, which"
                        + " may happen in the first seconds; use OnFailure");
            }
        }
    }

    private void command(ContainerView container) {
        CommandWarnings.of(info, container, OWN_NAMES, reserved).forEach(findings::warning);
    }
}
