package io.trainyard.spi.model;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the TrainJob says of its training container and node count.
 *
 * @param image image of the trainer container, or null to keep the one of the runtime
 * @param command entry point; replaces the one of the runtime as a whole; null keeps it
 * @param args arguments; replace those of the runtime as a whole; null keeps them
 * @param env variables of the trainer container; empty when none
 * @param numNodes number of training nodes (pods), zero or more; null takes the one of the runtime
 * @param resourcesPerNode resources of one node, merged key by key over those of the runtime; null keeps them
 * @param numProcPerNode processes on each node: a number, or {@code auto}, {@code cpu}, {@code gpu} where the policy allows words; null takes the one of the runtime
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record Trainer(
        @Nullable String image,
        @Nullable List<String> command,
        @Nullable List<String> args,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<EnvVar> env,
        @Nullable Integer numNodes,
        @Nullable ResourceRequirements resourcesPerNode,
        @Nullable IntOrString numProcPerNode) {
    public Trainer {
        command = command == null ? null : List.copyOf(command);
        args = args == null ? null : List.copyOf(args);
        env = env == null ? List.of() : List.copyOf(env);
    }

    /** A trainer section that says nothing. */
    public static final Trainer EMPTY = new Trainer(null, null, null, List.of(), null, null, null);
}
