package io.trainyard.core.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Map;

/**
 * What the definitions of today fill in, for a runtime that was kept by a release whose definitions did not. Fields of a policy that
 * is not there stay away. A missing number of replicas needs nothing: to JobSet and to us it means 1.
 */
final class RuntimeDefaults {
    private static final Map<String, Map<String, JsonNode>> DEFAULTS = Map.of(
            "/spec/mlPolicy/torch",
            Map.of("numProcPerNode", TextNode.valueOf("auto")),
            "/spec/mlPolicy/mpi",
            Map.of(
                    "numProcPerNode", IntNode.valueOf(1),
                    "mpiImplementation", TextNode.valueOf("OpenMPI"),
                    "sshAuthMountPath", TextNode.valueOf("/root/.ssh"),
                    "runLauncherAsNode", BooleanNode.FALSE),
            "/spec/mlPolicy/flux",
            Map.of("numProcPerNode", IntNode.valueOf(1)),
            "/spec/podGroupPolicy/coscheduling",
            Map.of("scheduleTimeoutSeconds", IntNode.valueOf(60)));

    private RuntimeDefaults() {}

    /** Completes a runtime in place. */
    static void fillIn(JsonNode runtime) {
        DEFAULTS.forEach((path, fields) -> {
            if (runtime.at(path) instanceof ObjectNode policy) {
                fields.forEach((name, value) -> {
                    if (!policy.hasNonNull(name)) {
                        policy.set(name, value);
                    }
                });
            }
        });
    }
}
