package io.trainyard.spi.model;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * Gang scheduling by the KAI scheduler. The empty object turns it on.
 *
 * @param mode who makes the PodGroup: {@code PodGroup} (we do), {@code Podgrouper} (KAI does) or {@code Auto}; null means {@code Auto}
 * @param queue queue, or null
 * @param priorityClassName priority class, or null
 * @param preemptibility {@code preemptible} or {@code non-preemptible}; null to let the priority decide
 * @param topologyConstraint topology levels, or null
 * @param nodePool node pool, or null
 * @param preemptionDelay how long the job waits before others may be evicted for it, a Go duration; or null
 * @param stalenessGracePeriod how long the job may run with too few pods, a Go duration; or null
 * @param minMember how many pods are enough to start; null for all of the main gang
 * @param subGroups whether the PodGroup has a group for each replicated job: {@code Always}, {@code Never} or {@code Auto}; null means {@code Auto}
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record KAIPolicy(
        @Nullable String mode,
        @Nullable String queue,
        @Nullable String priorityClassName,
        @Nullable String preemptibility,
        @Nullable KAITopologyConstraint topologyConstraint,
        @Nullable String nodePool,
        @Nullable String preemptionDelay,
        @Nullable String stalenessGracePeriod,
        @Nullable Integer minMember,
        @Nullable String subGroups) {}
