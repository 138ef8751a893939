package io.trainyard.plugins.coscheduling;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What scheduler-plugins say of a PodGroup. Its count {@code scheduled} includes those that run, but not in the versions that empty it then.
 *
 * @param phase such as {@code Scheduling} or {@code Running}; null at first
 * @param scheduled pods that have a node, or null
 * @param running pods that run, or null
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record CoschedulingPodGroupStatus(
        @Nullable String phase, @Nullable Integer scheduled, @Nullable Integer running) {
    private static final Set<String> WAITING = Set.of("Pending", "PreScheduling", "Scheduling");

    /**
     * How many pods have a node, where that is too few to start.
     *
     * @param minMember how many there must be
     */
    Optional<String> waitingReason(int minMember) {
        int placed = Math.max(orZero(scheduled), orZero(running));
        return phase != null && WAITING.contains(phase) && placed < minMember
                ? Optional.of(placed + " of " + minMember + " pods have a node")
                : Optional.empty();
    }

    private static int orZero(@Nullable Integer number) {
        return number == null ? 0 : number;
    }
}
