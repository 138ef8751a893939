package io.trainyard.spi.model;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
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
        @Nullable PluginPolicy plugin) {

    /** True when a framework is selected; otherwise the plain policy applies. */
    public boolean hasFramework() {
        return torch != null || mpi != null || jax != null || xgboost != null || flux != null || plugin != null;
    }
}
