package io.trainyard.spi.model;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Bounds and metrics of an elastic torch job.
 *
 * @param minNodes smallest number of nodes, at least 1; null means 1
 * @param maxNodes largest number of nodes; null means minNodes
 * @param maxRestarts restarts of the worker group, or null
 * @param metrics autoscaling/v2 metrics as JSON trees; empty when none
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record ElasticPolicy(
        @Nullable Integer minNodes,
        @Nullable Integer maxNodes,
        @Nullable Integer maxRestarts,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Map<String, Object>> metrics) {
    public ElasticPolicy {
        metrics = metrics == null ? List.of() : List.copyOf(metrics);
    }

    /** Fewest nodes of a job. */
    public int effectiveMinNodes() {
        return minNodes == null ? 1 : minNodes;
    }

    /** Most nodes of a job. */
    public int effectiveMaxNodes() {
        return maxNodes == null ? effectiveMinNodes() : maxNodes;
    }

    /**
     * How many nodes a job begins with that asks for no number: few where metrics will say that more are needed, else as many as there may be.
     *
     * @param resizable whether the number of pods of a job that runs can change
     */
    public int initialNodes(boolean resizable) {
        return resizable && !metrics.isEmpty() ? effectiveMinNodes() : effectiveMaxNodes();
    }

    /** The number of nodes between the bounds that is nearest to the wanted one. */
    public int clamp(int nodes) {
        return Math.max(effectiveMinNodes(), Math.min(nodes, effectiveMaxNodes()));
    }
}
