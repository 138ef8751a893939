package io.trainyard.local.controllers.job;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * When a Job may be called successful before all of its indexes are.
 *
 * @param indexes such as {@code 0,2-4,7}; empty for all
 * @param count how many of them must have succeeded; empty for all
 */
record SuccessPolicyRule(Optional<String> indexes, OptionalLong count) {
    static SuccessPolicyRule of(Map<String, Object> rule) {
        return new SuccessPolicyRule(
                Optional.ofNullable((String) rule.get("succeededIndexes")),
                rule.get("succeededCount") instanceof Number number
                        ? OptionalLong.of(number.longValue())
                        : OptionalLong.empty());
    }

    boolean isMetBy(IndexSet succeeded, long completions) {
        if (succeeded.size() == 0) {
            return false;
        }
        if (indexes.isEmpty()) {
            return count.isPresent() && succeeded.size() >= count.getAsLong();
        }
        IndexSet required = IndexSet.parse(indexes.get(), completions);
        int overlap = succeeded.overlap(required);
        return required.size() > 0
                && (overlap == required.size() || (count.isPresent() && overlap >= count.getAsLong()));
    }
}
