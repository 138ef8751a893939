package io.trainyard.foundation.patch;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The order of the items of a merged list: those of the patch in its order, the others in theirs, and where the original decides
 * between one of each, its order holds. New items therefore come before the rest of the original.
 *
 * @param key the merge key; null for a list of scalars, which are their own identity
 */
record ElementOrder(@Nullable String key) {
    /**
     * The merged items in their order.
     *
     * @param wanted items, or only their keys, in the order of the patch
     * @param original the items before the patch
     */
    List<Object> arrange(List<Object> merged, List<?> wanted, List<?> original) {
        List<Object> named = new ArrayList<>();
        List<Object> others = new ArrayList<>();
        merged.forEach(item -> (index(wanted, item) >= 0 ? named : others).add(item));
        named.sort(Comparator.comparingInt(item -> index(wanted, item)));
        others.sort(Comparator.comparingInt(item -> index(original, item)));
        List<Object> arranged = new ArrayList<>(merged.size());
        int next = 0;
        for (Object item : named) {
            int place = index(original, item);
            while (next < others.size() && isBefore(index(original, others.get(next)), place)) {
                arranged.add(others.get(next));
                next++;
            }
            arranged.add(item);
        }
        arranged.addAll(others.subList(next, others.size()));
        return arranged;
    }

    private static boolean isBefore(int other, int item) {
        return other >= 0 && other < item;
    }

    /**
     * Checks that the items of a patch stand in the order that the same patch wants.
     *
     * @throws PatchException when they do not, or when the order lacks one of them
     */
    void requireSameOrder(String name, List<?> changes, List<?> wanted) {
        if (wanted.isEmpty()) {
            return;
        }
        int place = 0;
        for (Object change : changes) {
            if (change instanceof Map<?, ?> map && map.containsKey(Directives.PATCH)) {
                continue;
            }
            while (place < wanted.size() && !same(identity(change), identity(wanted.get(place)))) {
                place++;
            }
            if (place == wanted.size()) {
                throw new PatchException(
                        name + ": the items do not stand in the order of " + Directives.ORDER_PREFIX + name);
            }
            place++;
        }
    }

    private int index(List<?> list, Object item) {
        @Nullable Object identity = identity(item);
        for (int i = 0; i < list.size(); i++) {
            if (same(identity(list.get(i)), identity)) {
                return i;
            }
        }
        return -1;
    }

    private @Nullable Object identity(@Nullable Object item) {
        return key != null && item instanceof Map<?, ?> map ? map.get(key) : item;
    }

    /** True when both say the same, whatever type a parser gave to a number. */
    static boolean same(@Nullable Object one, @Nullable Object other) {
        return Objects.equals(one, other)
                || (one != null && other != null && String.valueOf(one).equals(String.valueOf(other)));
    }
}
