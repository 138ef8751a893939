package io.trainyard.plugins.paddle;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.framework.CommandLine;
import io.trainyard.spi.framework.CommandWarnings;
import io.trainyard.spi.framework.FrameworkJob;
import io.trainyard.spi.framework.GroupWarnings;
import io.trainyard.spi.framework.JobSetNetwork;
import io.trainyard.spi.framework.TrainJobFields;
import io.trainyard.spi.framework.UserVariables;
import io.trainyard.spi.model.PaddlePolicy;
import io.trainyard.spi.runtime.ContainerView;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** What a user should know beside what keeps the TrainJob from being built. Pure. */
final class PaddleValidation {
    private static final Pattern OWN_NAMES = Pattern.compile("(PADDLE|TRAINER)_[A-Z0-9_]+|POD_IP(_DUMMY)?");
    private static final String LAUNCHER = "paddle.distributed.launch";

    /** Options of Paddle's launcher that win over what the nodes are told. */
    private static final List<String> OPTIONS = List.of("nnodes", "master", "ips", "rank", "host");

    /** Programs that start one process, or ranks of another framework. */
    private static final Pattern PYTHON = Pattern.compile("python[0-9.]*");

    private static final Set<String> OTHER_LAUNCHERS =
            Set.of("torchrun", "torch.distributed.run", "mpirun", "mpiexec", "accelerate");

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
        validation.reserved(job);
        validation.network();
        job.info().trainerContainer().ifPresent(validation::command);
        return validation.findings.build();
    }

    /** Names that are the plugin's own, one error each. */
    private void reserved(FrameworkJob<PaddlePolicy> job) {
        for (UserVariables list : UserVariables.of(job.trainJob(), job.info())) {
            boolean reaches = group.roles().stream().anyMatch(role -> role.container()
                    .filter(container -> list.reach(role.podSet(), container))
                    .isPresent());
            if (reaches) {
                list.entries(reserved)
                        .forEach(entry -> findings.error(FieldError.forbidden(
                                entry.path(),
                                entry.name() + " is how Paddle's nodes find each other, and comes from numNodes,"
                                        + " numProcPerNode and the JobSet; remove it here")));
            }
        }
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
                    PaddlePreconditions.template(role, info), "template", "spec", "template", "spec", "restartPolicy");
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
        if (group.pods() < 2) {
            return;
        }
        CommandLine command = CommandLine.of(container);
        String path = CommandLine.path(info);
        boolean launches = String.join(" ", command.words()).contains(LAUNCHER)
                || command.programs().contains("fleetrun");
        if (!launches) {
            command.programs().stream()
                    .filter(program -> OTHER_LAUNCHERS.contains(program)
                            || PYTHON.matcher(program).matches())
                    .findFirst()
                    .ifPresent(program -> findings.warning(path + ": " + program
                            + " without Paddle's launcher, so each of the " + group.pods()
                            + " pods will train alone; write python -m " + LAUNCHER + " before the program"));
        } else {
            contradictions(command)
                    .forEach(option -> findings.warning(path + ": " + option
                            + " wins over what Trainyard tells the launcher of " + group.pods()
                            + " pods, so they may not come together; remove it"));
        }
    }

    /** Options whose value is not taken from our variables and not the same. */
    private List<String> contradictions(CommandLine command) {
        List<String> found = new ArrayList<>();
        for (String option : OPTIONS) {
            command.option(option)
                    .filter(value -> !value.contains("$(") && !value.equals(ours(option)))
                    .ifPresent(value -> found.add("--" + option + " " + value));
        }
        return found;
    }

    private String ours(String option) {
        return option.equals("nnodes") ? Long.toString(group.pods()) : "";
    }
}
