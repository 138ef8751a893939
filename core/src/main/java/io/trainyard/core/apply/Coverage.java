package io.trainyard.core.apply;

import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Whether an object is already as it should be (FAB-24): every field that we set has our value; what the API server added does not matter. Pure.
 */
public final class Coverage {
    private static final Pattern QUANTITY =
            Pattern.compile("[+-]?[0-9.]+(e[+-]?[0-9]+|E[+-]?[0-9]+|[numkMGTPE]|[KMGTPE]i)?");

    private Coverage() {}

    /** True when {@code live} has everything that {@code desired} says, at any depth. Lists must have the same length and order. */
    public static boolean covers(@Nullable Object live, @Nullable Object desired) {
        if (desired instanceof Map<?, ?> map) {
            return live instanceof Map<?, ?> other
                    && map.entrySet().stream().allMatch(entry -> covers(other.get(entry.getKey()), entry.getValue()));
        }
        if (desired instanceof List<?> list) {
            return live instanceof List<?> other && other.size() == list.size() && coversEach(other, list);
        }
        return sameScalar(live, desired);
    }

    private static boolean coversEach(List<?> live, List<?> desired) {
        Iterator<?> others = live.iterator();
        return desired.stream().allMatch(item -> covers(others.next(), item));
    }

    /** Servers write quantities in their own way: {@code 0.5} comes back as {@code 500m}. */
    private static boolean sameScalar(@Nullable Object live, @Nullable Object desired) {
        if (desired == null || live == null) {
            return desired == live;
        }
        String left = live.toString();
        String right = desired.toString();
        if (left.equals(right)) {
            return true;
        }
        return QUANTITY.matcher(left).matches()
                && QUANTITY.matcher(right).matches()
                && new Quantity(left).getNumericalAmount().compareTo(new Quantity(right).getNumericalAmount()) == 0;
    }
}
