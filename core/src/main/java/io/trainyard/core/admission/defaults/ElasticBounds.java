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
 * @param least fewest nodes
 * @param most most nodes
 * @param initial nodes of a job that asks for no number
 */
public record ElasticBounds(int least, int most, int initial) {

    /** The bounds that a runtime sets; empty when it is not elastic. */
    public static Optional<ElasticBounds> of(RuntimeResource runtime) {
        return Optional.ofNullable(runtime.getSpec())
                .map(TrainingRuntimeSpec::mlPolicy)
                .map(MLPolicy::torch)
                .map(TorchPolicy::elasticPolicy)
                .map(ElasticBounds::of);
    }

    private static ElasticBounds of(ElasticPolicy policy) {
        int least = policy.minNodes() == null ? 1 : policy.minNodes();
        int most = policy.maxNodes() == null ? least : policy.maxNodes();
        return new ElasticBounds(least, most, policy.metrics().isEmpty() ? most : least);
    }

    /** True when a job may have that many nodes. */
    public boolean allow(int nodes) {
        return least <= nodes && nodes <= most;
    }
}
