package io.trainyard.core.status;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lists of conditions, changed as Kubernetes does. Pure: lists go in, new lists come out. */
final class Conditions {
    private Conditions() {}

    /** A condition; its time is left open and filled in when it is set. */
    static Condition of(String type, boolean status, String reason, String message) {
        return new ConditionBuilder()
                .withType(type)
                .withStatus(status ? "True" : "False")
                .withReason(reason)
                .withMessage(message)
                .build();
    }

    /**
     * The list with this condition in it: in place of the one of the same type, else at the end. The time changes only when the status does: to
     * the condition's own, else to now.
     */
    static List<Condition> set(List<Condition> conditions, Condition condition, Instant now) {
        List<Condition> result = new ArrayList<>(conditions.size() + 1);
        boolean found = false;
        for (Condition existing : conditions) {
            if (existing.getType().equals(condition.getType())) {
                found = true;
                boolean same = existing.getStatus().equals(condition.getStatus());
                result.add(withTime(condition, same ? existing.getLastTransitionTime() : time(condition, now)));
            } else {
                result.add(existing);
            }
        }
        if (!found) {
            result.add(withTime(condition, time(condition, now)));
        }
        return result;
    }

    /** The list without the condition of that type. */
    static List<Condition> remove(List<Condition> conditions, String type) {
        return conditions.stream()
                .filter(condition -> !condition.getType().equals(type))
                .toList();
    }

    private static String time(Condition condition, Instant now) {
        @Nullable String own = condition.getLastTransitionTime();
        return own == null || own.isEmpty()
                ? now.truncatedTo(ChronoUnit.SECONDS).toString()
                : own;
    }

    private static Condition withTime(Condition condition, String time) {
        return new ConditionBuilder(condition).withLastTransitionTime(time).build();
    }
}
