package io.trainyard.plugins.kai;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a PodGroup asks for.
 *
 * @param minMember how many pods must fit before one is placed
 * @param queue the queue
 * @param priorityClassName the priority class
 * @param preemptibility {@code preemptible} or {@code non-preemptible}, or null to let the priority decide
 * @param topologyConstraint how close together the pods must be, or null
 * @param subGroups one for each kind of pod; empty for a flat group
 * @param preemptionDelay how long it waits before others may be evicted for it, or null
 * @param stalenessGracePeriod how long it may run with too few pods, or null
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record PodGroupSpec(
        @Nullable Integer minMember,
        @Nullable String queue,
        @Nullable String priorityClassName,
        @Nullable String preemptibility,
        @Nullable TopologyConstraint topologyConstraint,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<SubGroup> subGroups,
        @Nullable String preemptionDelay,
        @Nullable String stalenessGracePeriod) {
    public PodGroupSpec {
        subGroups = subGroups == null ? List.of() : List.copyOf(subGroups);
    }

    /**
     * The pods of one pod set inside a PodGroup.
     *
     * @param name name of the pod set
     * @param minMember how many of them must fit; 0 for pods that come later
     * @param topologyConstraint how close together they must be, or null
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record SubGroup(String name, @Nullable Integer minMember, @Nullable TopologyConstraint topologyConstraint) {}
}
