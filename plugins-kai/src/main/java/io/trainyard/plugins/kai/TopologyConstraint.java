package io.trainyard.plugins.kai;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How close together pods must be.
 *
 * @param topology name of the Topology
 * @param requiredTopologyLevel level that they must share, or null
 * @param preferredTopologyLevel level that they should share, or null
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record TopologyConstraint(
        @Nullable String topology, @Nullable String requiredTopologyLevel, @Nullable String preferredTopologyLevel) {

    /** What annotations say; empty when they say nothing. */
    static Optional<TopologyConstraint> of(Map<String, ?> annotations) {
        TopologyConstraint found = new TopologyConstraint(
                text(annotations.get(KaiApi.TOPOLOGY)),
                text(annotations.get(KaiApi.REQUIRED_LEVEL)),
                text(annotations.get(KaiApi.PREFERRED_LEVEL)));
        return found.topology == null && !found.hasLevel() ? Optional.empty() : Optional.of(found);
    }

    /** False when KAI could make nothing of it. */
    boolean isComplete() {
        return topology != null && !topology.isEmpty() && hasLevel();
    }

    private boolean hasLevel() {
        return requiredTopologyLevel != null || preferredTopologyLevel != null;
    }

    private static @Nullable String text(@Nullable Object value) {
        return value == null ? null : String.valueOf(value);
    }
}
