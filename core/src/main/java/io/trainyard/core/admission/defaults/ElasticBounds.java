package io.trainyard.core.admission.defaults;

import io.trainyard.spi.model.ElasticPolicy;
import io.trainyard.spi.model.MLPolicy;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TorchPolicy;
import io.trainyard.spi.model.TrainingRuntimeSpec;
import java.util.Optional;

/**
 * Between which node counts an elastic job may move.
 *
 * @param policy what its runtime sets
 */
public record ElasticBounds(ElasticPolicy policy) {

    /** The bounds that a runtime sets; empty when it is not elastic. */
    public static Optional<ElasticBounds> of(RuntimeResource runtime) {
        return Optional.ofNullable(runtime.getSpec())
                .map(TrainingRuntimeSpec::mlPolicy)
                .map(MLPolicy::torch)
                .map(TorchPolicy::elasticPolicy)
                .map(ElasticBounds::new);
    }

    /** Fewest nodes. */
    public int min() {
        return policy.effectiveMinNodes();
    }

    /** Most nodes. */
    public int max() {
        return policy.effectiveMaxNodes();
    }

    /** Nodes of a job that asks for no number; see {@link ElasticPolicy#initialNodes}. */
    public int initial(boolean resizable) {
        return policy.initialNodes(resizable);
    }

    /** True when a job may have that many nodes. */
    public boolean allow(int nodes) {
        return policy.clamp(nodes) == nodes;
    }
}
