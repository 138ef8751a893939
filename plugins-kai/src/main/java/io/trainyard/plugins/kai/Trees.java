package io.trainyard.plugins.kai;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads JSON trees in which anything may be missing. */
final class Trees {
    private Trees() {}

    /** The map at that place; empty when there is none. */
    static Map<?, ?> at(@Nullable Object tree, String... members) {
        @Nullable Object place = tree;
        for (String member : members) {
            place = place instanceof Map<?, ?> map ? map.get(member) : null;
        }
        return place instanceof Map<?, ?> map ? map : Map.of();
    }

    /** The item of that name in a list of maps; empty when there is none. */
    static Map<?, ?> named(@Nullable Object list, String name) {
        if (list instanceof List<?> items) {
            for (Object item : items) {
                if (item instanceof Map<?, ?> map && name.equals(map.get("name"))) {
                    return map;
                }
            }
        }
        return Map.of();
    }
}
