package io.trainyard.plugins.volcano;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the scheduler says of a PodGroup.
 *
 * @param phase {@code Pending}, {@code Inqueue}, {@code Running}, {@code Unknown} or {@code Completed}; null at first
 * @param conditions at most one of each type; empty at first
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record PodGroupStatus(@Nullable String phase, List<Condition> conditions) {
    private static final String SCHEDULED = "Scheduled";
    private static final String UNSCHEDULABLE = "Unschedulable";

    public PodGroupStatus {
        conditions = conditions == null ? List.of() : List.copyOf(conditions);
    }

    /**
     * What is the case.
     *
     * @param type {@code Scheduled} or {@code Unschedulable}
     * @param status {@code True} if it is so
     * @param transitionID the round of the scheduler that found it, or null
     * @param lastTransitionTime when, RFC 3339 in UTC, or null
     * @param message why, or null
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record Condition(
            @Nullable String type,
            @Nullable String status,
            @Nullable String transitionID,
            @Nullable String lastTransitionTime,
            @Nullable String message) {}

    /**
     * Why the group cannot be placed; empty when it can. The scheduler never takes the condition back: it adds that the group is scheduled,
     * and only the times say which of the two is true.
     */
    Optional<String> unschedulableReason() {
        Optional<Condition> unschedulable = whenTrue(UNSCHEDULABLE);
        Optional<Condition> scheduled = whenTrue(SCHEDULED);
        boolean outdated = unschedulable.isPresent()
                && scheduled.isPresent()
                && time(scheduled.get()).compareTo(time(unschedulable.get())) >= 0;
        return outdated
                ? Optional.empty()
                : unschedulable
                        .map(Condition::message)
                        .filter(message -> !message.isEmpty())
                        .or(() -> unschedulable.map(condition -> "no reason is given"));
    }

    /** True when enough pods have, or had, their machines. */
    boolean isPlaced() {
        return "Running".equals(phase)
                || "Completed".equals(phase)
                || (whenTrue(SCHEDULED).isPresent() && unschedulableReason().isEmpty());
    }

    private Optional<Condition> whenTrue(String type) {
        return conditions.stream()
                .filter(condition -> type.equals(condition.type()) && "True".equals(condition.status()))
                .findFirst();
    }

    /** Times of one form sort as texts. */
    private static String time(Condition condition) {
        return condition.lastTransitionTime() == null ? "" : condition.lastTransitionTime();
    }
}
