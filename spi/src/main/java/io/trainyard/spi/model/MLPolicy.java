package io.trainyard.spi.model;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How the framework is started: the node count and at most one framework.
 *
 * @param numNodes number of nodes when the TrainJob says none; null means 1
 * @param torch PyTorch, or null
 * @param mpi MPI, or null
 * @param jax JAX, or null
 * @param xgboost XGBoost, or null
 * @param flux Flux, or null
 * @param tensorflow TensorFlow, or null
 * @param paddle PaddlePaddle, or null
 * @param plugin the policy of a vendor, or null
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record MLPolicy(
        @Nullable Integer numNodes,
        @Nullable TorchPolicy torch,
        @Nullable MPIPolicy mpi,
        @Nullable JAXPolicy jax,
        @Nullable XGBoostPolicy xgboost,
        @Nullable FluxPolicy flux,
        @Nullable TensorFlowPolicy tensorflow,
        @Nullable PaddlePolicy paddle,
        @Nullable PluginPolicy plugin) {
    private static final Set<String> OTHER_ROLES_OF_TENSORFLOW = Set.of("chief", "master", "ps", "evaluator");
    private static final String MASTER_OF_PADDLE = "master";

    /** A policy without TensorFlow and Paddle. */
    public MLPolicy(
            @Nullable Integer numNodes,
            @Nullable TorchPolicy torch,
            @Nullable MPIPolicy mpi,
            @Nullable JAXPolicy jax,
            @Nullable XGBoostPolicy xgboost,
            @Nullable FluxPolicy flux,
            @Nullable PluginPolicy plugin) {
        this(numNodes, torch, mpi, jax, xgboost, flux, null, null, plugin);
    }

    /** True when a framework is selected; otherwise the plain policy applies. */
    public boolean hasFramework() {
        return Stream.of(torch, mpi, jax, xgboost, flux, tensorflow, paddle, plugin)
                .anyMatch(Objects::nonNull);
    }

    /** Names of the frameworks that are selected by a field of their own, which are also those of their plugins. At most one where admission did its work. */
    public List<String> frameworks() {
        List<String> names = new ArrayList<>();
        add(names, "torch", torch);
        add(names, "mpi", mpi);
        add(names, "jax", jax);
        add(names, "xgboost", xgboost);
        add(names, "flux", flux);
        add(names, "tensorflow", tensorflow);
        add(names, "paddle", paddle);
        return List.copyOf(names);
    }

    private static void add(List<String> names, String name, @Nullable Object policy) {
        if (policy != null) {
            names.add(name);
        }
    }

    /**
     * Whether the number of nodes is that of this replicated job's pods, if the job trains. It is not for jobs with a role of their own beside the workers,
     * such as parameter servers: their template says how many pods they have.
     *
     * @param replicatedJob its name
     */
    public boolean countsNodesOf(String replicatedJob) {
        if (tensorflow != null) {
            return !OTHER_ROLES_OF_TENSORFLOW.contains(replicatedJob.toLowerCase(Locale.ROOT));
        }
        return paddle == null || !replicatedJob.equals(MASTER_OF_PADDLE);
    }
}
