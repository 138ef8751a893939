package io.trainyard.core.why;

import io.trainyard.core.view.QuotaHolder;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Those who hold a quota that a job waits for, in words. Pure. */
final class Holders {
    private Holders() {}

    /** The first of them as the end of a sentence; empty when none is known. */
    static String named(List<QuotaHolder> holders) {
        String first = holders.stream().limit(2).map(Holders::name).collect(Collectors.joining(" and "));
        return switch (holders.size()) {
            case 0 -> "";
            case 1 -> "; " + first + " holds it";
            case 2 -> "; " + first + " hold it";
            default -> "; " + first + " and " + (holders.size() - 2) + " more hold it";
        };
    }

    /** One of them as a line of evidence. */
    static String line(Situation situation, QuotaHolder holder) {
        String amounts = new TreeMap<>(holder.amounts())
                .entrySet().stream()
                        .map(amount -> amount.getValue() + " " + amount.getKey())
                        .collect(Collectors.joining(", "));
        return name(holder) + " holds " + (amounts.isEmpty() ? "a part" : amounts)
                + holder.since().map(since -> " for " + situation.age(since)).orElse("");
    }

    private static String name(QuotaHolder holder) {
        return holder.name().isEmpty()
                ? "somebody in another namespace"
                : holder.kind() + " " + (holder.namespace().isEmpty() ? "" : holder.namespace() + "/") + holder.name();
    }
}
