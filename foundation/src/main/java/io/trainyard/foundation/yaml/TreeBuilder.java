package io.trainyard.foundation.yaml;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A value and its positions, as the readers of both syntaxes put them together.
 *
 * @param height levels of mappings and lists in it; 0 for a scalar
 */
record TreeBuilder(@Nullable Object value, Positions positions, int height) {

    /** A scalar. */
    TreeBuilder(@Nullable Object value, Positions positions) {
        this(value, positions, 0);
    }

    /** An item of this list; there must be one. */
    TreeBuilder item(int index) {
        return new TreeBuilder(
                ((List<?>) Objects.requireNonNull(value)).get(index),
                Objects.requireNonNull(positions.item(index)),
                height - 1);
    }

    /** A mapping that grows field by field. */
    static final class Mapping {
        private final int line;
        private final int column;
        private final Map<String, Object> values = new LinkedHashMap<>();
        private final Map<String, Positions> positions = new LinkedHashMap<>();
        private int height = 1;

        Mapping(int line, int column) {
            this.line = line;
            this.column = column;
        }

        /** Line of the field of that name; 0 when there is none yet. */
        int lineOf(String key) {
            Positions known = positions.get(key);
            return known == null ? 0 : known.line();
        }

        void put(String key, TreeBuilder value, int keyLine, int keyColumn) {
            values.put(key, value.value);
            positions.put(key, value.positions.at(keyLine, keyColumn));
            height = Math.max(height, value.height + 1);
        }

        /** Adds the fields of another mapping that this one lacks: what {@code <<} means. */
        void putMissing(TreeBuilder other) {
            height = Math.max(height, other.height);
            Map<?, ?> fields = (Map<?, ?>) Objects.requireNonNull(other.value);
            for (Object key : fields.keySet()) {
                String name = (String) key;
                if (!positions.containsKey(name)) {
                    values.put(name, fields.get(name));
                    positions.put(name, Objects.requireNonNull(other.positions.field(name)));
                }
            }
        }

        TreeBuilder build() {
            return new TreeBuilder(
                    Collections.unmodifiableMap(values), Positions.mapping(line, column, positions), height);
        }
    }

    /** A list that grows item by item. */
    static final class Sequence {
        private final int line;
        private final int column;
        private final List<Object> values = new ArrayList<>();
        private final List<Positions> positions = new ArrayList<>();
        private int height = 1;

        Sequence(int line, int column) {
            this.line = line;
            this.column = column;
        }

        int size() {
            return values.size();
        }

        void add(TreeBuilder value) {
            values.add(value.value);
            positions.add(value.positions);
            height = Math.max(height, value.height + 1);
        }

        TreeBuilder build() {
            return new TreeBuilder(
                    Collections.unmodifiableList(values), Positions.sequence(line, column, positions), height);
        }
    }
}
