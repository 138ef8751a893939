package io.trainyard.core.apply;

import io.trainyard.foundation.quantity.ResourceQuantity;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Whether an object is already as it should be: every field that we set has our value; what the API server added does not matter. Pure.
 */
public final class Coverage {
    /** Fields whose values are maps of quantities. */
    private static final Set<String> QUANTITIES = Set.of("requests", "limits", "overhead", "capacity", "minResources");

    /** Fields that are quantities, and how the values of the maps above are called here. */
    private static final String QUANTITY = "quantity";

    private static final Set<String> QUANTITY_FIELDS = Set.of(QUANTITY, "sizeLimit", "divisor", "averageValue");

    private Coverage() {}

    /** True when {@code live} has everything that {@code desired} says, at any depth. Lists must have the same length and order. */
    public static boolean covers(@Nullable Object live, @Nullable Object desired) {
        return covers("", live, desired);
    }

    /** The same for the values of one field, whose name tells whether they are quantities. */
    public static boolean covers(String field, @Nullable Object live, @Nullable Object desired) {
        if (desired instanceof Map<?, ?> map) {
            boolean quantities = QUANTITIES.contains(field);
            return live instanceof Map<?, ?> other
                    && map.entrySet().stream()
                            .allMatch(entry -> covers(
                                    quantities ? QUANTITY : String.valueOf(entry.getKey()),
                                    other.get(entry.getKey()),
                                    entry.getValue()));
        }
        if (desired instanceof List<?> list) {
            return live instanceof List<?> other && other.size() == list.size() && coversEach(other, list);
        }
        if (desired == null || live == null) {
            return desired == live;
        }
        String left = live.toString();
        String right = desired.toString();
        return left.equals(right) || (QUANTITY_FIELDS.contains(field) && sameAmount(left, right));
    }

    private static boolean coversEach(List<?> live, List<?> desired) {
        Iterator<?> others = live.iterator();
        return desired.stream().allMatch(item -> covers(others.next(), item));
    }

    /** Servers write quantities in their own way: {@code 0.5} comes back as {@code 500m}. */
    private static boolean sameAmount(String left, String right) {
        try {
            return ResourceQuantity.parse(left)
                            .value()
                            .compareTo(ResourceQuantity.parse(right).value())
                    == 0;
        } catch (IllegalArgumentException notQuantities) {
            return false;
        }
    }
}
