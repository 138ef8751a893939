package io.trainyard.foundation.tree;

import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Objects and lists that are immutable all the way down, and known to be so by their class: they are shared instead of copied. */
final class Frozen {
    private Frozen() {}

    /** A JSON object whose values are scalars or frozen themselves. */
    static final class Fields extends AbstractMap<String, Object> {
        private final Map<String, Object> fields;

        /** The map must not be changed any more. */
        Fields(Map<String, Object> fields) {
            this.fields = Collections.unmodifiableMap(fields);
        }

        @Override
        public @Nullable Object get(Object name) {
            return fields.get(name);
        }

        @Override
        public boolean containsKey(Object name) {
            return fields.containsKey(name);
        }

        @Override
        public int size() {
            return fields.size();
        }

        @Override
        public Set<String> keySet() {
            return fields.keySet();
        }

        @Override
        public Collection<Object> values() {
            return fields.values();
        }

        @Override
        public Set<Map.Entry<String, Object>> entrySet() {
            return fields.entrySet();
        }

        @Override
        public void forEach(BiConsumer<? super String, ? super Object> action) {
            fields.forEach(action);
        }

        @Override
        public boolean equals(Object other) {
            return other == this || fields.equals(other);
        }

        @Override
        public int hashCode() {
            return fields.hashCode();
        }
    }

    /** A JSON list whose items are scalars or frozen themselves. */
    static final class Items extends AbstractList<Object> implements RandomAccess {
        private final Object[] items;

        /** The array must not be changed any more. */
        Items(Object[] items) {
            this.items = items;
        }

        @Override
        public Object get(int index) {
            return items[index];
        }

        @Override
        public int size() {
            return items.length;
        }
    }

    /** The same value, frozen; shares what is frozen already. */
    static Object of(Object value) {
        if (value instanceof Fields || value instanceof Items) {
            return value;
        }
        if (value instanceof Map<?, ?> map) {
            return fields(map);
        }
        if (value instanceof List<?> list) {
            Object[] items = list.toArray();
            for (int i = 0; i < items.length; i++) {
                if (items[i] != null) {
                    items[i] = of(items[i]);
                }
            }
            return new Items(items);
        }
        return value;
    }

    private static Fields fields(Map<?, ?> map) {
        Map<String, Object> copy = new LinkedHashMap<>(Math.max(4, map.size() * 4 / 3 + 1));
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            Object value = entry.getValue();
            copy.put((String) entry.getKey(), value == null ? null : of(value));
        }
        return new Fields(copy);
    }
}
