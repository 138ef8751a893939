package io.trainyard.plugins.kai;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What the scheduler says of a PodGroup.
 *
 * @param schedulingConditions at most one for each node pool; KAI takes them back when all pods are placed
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record PodGroupStatus(List<Condition> schedulingConditions) {
    private static final String UNSCHEDULABLE = "UnschedulableOnNodePool";

    public PodGroupStatus {
        schedulingConditions = schedulingConditions == null ? List.of() : List.copyOf(schedulingConditions);
    }

    /**
     * What is the case.
     *
     * @param type {@code UnschedulableOnNodePool}
     * @param status {@code True} if it is so
     * @param message why, in older versions; or null
     * @param reasons why; empty when not said
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record Condition(
            @Nullable String type, @Nullable String status, @Nullable String message, List<Reason> reasons) {
        public Condition {
            reasons = reasons == null ? List.of() : List.copyOf(reasons);
        }

        private String text() {
            String said = reasons.stream()
                    .map(Reason::message)
                    .filter(Objects::nonNull)
                    .filter(text -> !text.isEmpty())
                    .distinct()
                    .collect(Collectors.joining("; "));
            return !said.isEmpty() ? said : message == null || message.isEmpty() ? "no reason is given" : message;
        }
    }

    /**
     * One reason.
     *
     * @param message for people, or null
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record Reason(@Nullable String message) {}

    /** Why pods of the group cannot be placed; empty when they can. */
    Optional<String> unschedulableReason() {
        return schedulingConditions.stream()
                .filter(condition -> UNSCHEDULABLE.equals(condition.type()) && "True".equals(condition.status()))
                .map(Condition::text)
                .findFirst();
    }
}
