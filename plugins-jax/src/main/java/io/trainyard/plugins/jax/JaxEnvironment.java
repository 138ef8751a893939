package io.trainyard.plugins.jax;

import io.fabric8.kubernetes.api.model.EnvVar;
import io.trainyard.spi.framework.JobSetNetwork;
import io.trainyard.spi.framework.NodeCount;
import io.trainyard.spi.runtime.CompletionIndex;
import io.trainyard.spi.runtime.Environment;
import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.RuntimeInfo;

/**
 * The values behind {@link JaxVariable}. They depend on TrainJob and runtime only.
 *
 * @param processes how many processes take part, one in each pod
 * @param coordinator host and port of the coordinator, which process 0 starts
 */
record JaxEnvironment(int processes, String coordinator) {
    static JaxEnvironment of(RuntimeInfo info, PodSet trainer, JaxConfiguration configuration) {
        return new JaxEnvironment(
                NodeCount.of(trainer, info),
                JobSetNetwork.of(info).rankZeroHost(trainer) + ":" + configuration.coordinatorPort());
    }

    /** Declares the variables, in their order. */
    void declareIn(Environment environment) {
        for (JaxVariable variable : JaxVariable.values()) {
            environment.declare(define(variable), Environment.Precedence.USER_WINS);
        }
    }

    private EnvVar define(JaxVariable variable) {
        return switch (variable) {
            case JAX_NUM_PROCESSES -> new EnvVar(variable.name(), String.valueOf(processes), null);
            case JAX_PROCESS_ID -> CompletionIndex.variable(variable.name());
            case JAX_COORDINATOR_ADDRESS -> new EnvVar(variable.name(), coordinator, null);
        };
    }
}
