package io.trainyard.plugins.paddle;

import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.trainyard.spi.framework.FrameworkJob;
import io.trainyard.spi.model.PaddlePolicy;
import io.trainyard.spi.runtime.CompletionIndex;
import io.trainyard.spi.runtime.Environment;
import io.trainyard.spi.runtime.Environment.Precedence;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What Paddle's launcher reads. It joins nodes that name the same master, and the one that is the master is recognized by its address: the text
 * {@code POD_IP} is the one in {@code PADDLE_MASTER}.
 */
final class PaddleVariables {
    private static final String INDEX = "PADDLE_TASK_INDEX";
    private static final String MASTER = "PADDLE_MASTER";
    private static final String ADDRESS = "POD_IP";
    private static final String OWN_ADDRESS = "POD_IP_DUMMY";
    private static final String PROCESSES = "PADDLE_NPROC_PER_NODE";

    /** It would make the launcher forget master and number of nodes. */
    private static final String ENDPOINTS = "PADDLE_TRAINER_ENDPOINTS";

    private final FrameworkJob<PaddlePolicy> job;
    private final PaddleGroup group;
    private final PaddleConfiguration configuration;

    PaddleVariables(FrameworkJob<PaddlePolicy> job, PaddleGroup group, PaddleConfiguration configuration) {
        this.job = job;
        this.group = group;
        this.configuration = configuration;
    }

    /** Declares those of one role, in their order. */
    void declareIn(Environment environment, PaddleGroup.Role role) {
        of(role).forEach(variable -> environment.declare(variable, Precedence.RESERVED));
        environment.declare("PYTHONUNBUFFERED", "1", Precedence.SET_IF_ABSENT);
        environment.reserve(PROCESSES);
        environment.reserve(ENDPOINTS);
    }

    private List<EnvVar> of(PaddleGroup.Role role) {
        List<EnvVar> variables = new ArrayList<>();
        variables.add(CompletionIndex.variable(INDEX));
        variables.add(literal("PADDLE_JOB_ID", job.trainJob().getMetadata().getName()));
        variables.add(literal("PADDLE_NNODES", Long.toString(group.pods())));
        group.rendezvous().ifPresent(rendezvous -> variables.addAll(rendezvous(role, rendezvous)));
        if (group.hasMasters()) {
            variables.add(literal(
                    group.master().filter(role::equals).isPresent() ? "PADDLE_SERVER_NUM" : "PADDLE_TRAINER_NUM", "1"));
        }
        IntOrString processes = job.info().trainer().numProcPerNode();
        if (processes != null && processes.getIntVal() != null) {
            variables.add(literal(PROCESSES, processes.getIntVal().toString()));
        }
        return variables;
    }

    private List<EnvVar> rendezvous(PaddleGroup.Role role, PaddleGroup.Role rendezvous) {
        String master = rendezvous.host("0") + ":" + group.port();
        if (rendezvous.count() != 1) {
            return configuration.namesNodes()
                    ? List.of(literal(ADDRESS, role.host("$(" + INDEX + ")")), literal(MASTER, master))
                    : List.of(literal(MASTER, master));
        }
        return role.equals(rendezvous)
                ? List.of(address(OWN_ADDRESS), literal(MASTER, "$(" + OWN_ADDRESS + "):" + group.port()))
                : List.of(literal(MASTER, master));
    }

    /** Names that a user must not set in one of the roles. */
    Set<String> reserved() {
        Set<String> names = new LinkedHashSet<>();
        for (PaddleGroup.Role role : group.roles()) {
            of(role).forEach(variable -> names.add(variable.getName()));
        }
        names.add(PROCESSES);
        names.add(ENDPOINTS);
        return names;
    }

    private static EnvVar literal(String name, String value) {
        return new EnvVar(name, value, null);
    }

    private static EnvVar address(String name) {
        return new EnvVarBuilder()
                .withName(name)
                .withNewValueFrom()
                .withNewFieldRef()
                .withFieldPath("status.podIP")
                .endFieldRef()
                .endValueFrom()
                .build();
    }
}
