package io.trainyard.core.admission.input;

import io.trainyard.foundation.quantity.ResourceQuantity;
import io.trainyard.foundation.tree.Tree;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a part of an object means, so that the same thing written in another way is no change: absent, null and empty are one; quantities
 * and times count by value; the order of lists with a key does not matter. A whole number and a string of its digits stay different.
 */
public final class SemanticEquality {
    /** Lists whose items have a key, as in the schemas. */
    private static final Map<String, String> KEYS = Map.ofEntries(
            Map.entry("env", "name"),
            Map.entry("volumeMounts", "mountPath"),
            Map.entry("volumes", "name"),
            Map.entry("initContainers", "name"),
            Map.entry("containers", "name"),
            Map.entry("schedulingGates", "name"),
            Map.entry("imagePullSecrets", "name"),
            Map.entry("claims", "name"),
            Map.entry("runtimePatches", "manager"),
            Map.entry("replicatedJobs", "name"),
            Map.entry("plugins", "name"));

    private static final Set<String> QUANTITIES = Set.of("divisor", "sizeLimit");
    private static final Set<String> QUANTITY_MAPS = Set.of("limits", "requests");
    private static final Set<String> TEXT_MAPS = Set.of("labels", "annotations", "nodeSelector", "matchLabels");
    private static final Set<String> TIMES = Set.of("time");

    private SemanticEquality() {}

    /**
     * Whether two values of one field mean the same.
     *
     * @param field name of the field; decides what its content is
     */
    public static boolean areEqual(String field, @Nullable Object one, @Nullable Object other) {
        return Objects.equals(of(field, one), of(field, other));
    }

    /** Whether a field says nothing. */
    public static boolean isEmpty(@Nullable Object value) {
        return of("", value) == null;
    }

    private static @Nullable Object of(String field, @Nullable Object value) {
        if (value instanceof Map<?, ?>) {
            return ofObject(field, Tree.child(value));
        }
        if (value instanceof List<?> list) {
            return ofList(field, list);
        }
        if (value instanceof Number number) {
            return QUANTITIES.contains(field) ? quantity(number) : ofNumber(number);
        }
        if (value instanceof String text) {
            if (text.isEmpty()) {
                return null;
            }
            return QUANTITIES.contains(field) ? quantity(text) : TIMES.contains(field) ? time(text) : text;
        }
        return value;
    }

    private static @Nullable Object ofObject(String field, Map<String, Object> object) {
        Map<String, Object> meaning = new LinkedHashMap<>();
        object.forEach((key, value) -> {
            @Nullable
            Object part = QUANTITY_MAPS.contains(field)
                    ? value == null ? null : quantity(value)
                    : TEXT_MAPS.contains(field) ? value : of(key, value);
            if (part != null) {
                meaning.put(key, part);
            }
        });
        return meaning.isEmpty() ? null : meaning;
    }

    private static @Nullable Object ofList(String field, List<?> list) {
        if (list.isEmpty()) {
            return null;
        }
        @Nullable String key = KEYS.get(field);
        if (key != null) {
            Map<String, @Nullable Object> byKey = new TreeMap<>();
            for (Object item : list) {
                Tree.string(item, key).ifPresent(name -> byKey.put(name, of("", item)));
            }
            if (byKey.size() == list.size()) {
                return byKey;
            }
        }
        List<@Nullable Object> items = new ArrayList<>(list.size());
        list.forEach(item -> items.add(of("", item)));
        return items;
    }

    private static Object ofNumber(Number number) {
        if (number instanceof Double decimal && !Double.isFinite(decimal)) {
            return number;
        }
        return new BigDecimal(number.toString()).stripTrailingZeros();
    }

    private static Object quantity(Object value) {
        try {
            return ResourceQuantity.parse(value.toString()).value().stripTrailingZeros();
        } catch (IllegalArgumentException notAQuantity) {
            return value;
        }
    }

    private static Object time(String text) {
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException notATime) {
            return text;
        }
    }
}
