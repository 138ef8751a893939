package io.trainyard.local.definitions;

import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.json.MalformedTextException;
import io.trainyard.foundation.tree.Tree;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Several trees in one JSON text in which each object stands once, however often it occurs: the definitions hold the schema of a pod many times, of 13,000 objects
 * 650 differ. What is read shares them, too. In {@code objects} each object has a place after those that it holds, in whose stead it has their places; {@code trees}
 * has the place of each tree.
 */
final class SharedTrees {
    private static final String OBJECTS = "objects";
    private static final String TREES = "trees";
    private static final String PLACE = "at";

    private final List<Object> objects = new ArrayList<>();
    private final Map<String, Long> places = new LinkedHashMap<>();

    private SharedTrees() {}

    /** All of these, by name. */
    static byte[] write(Map<String, Map<String, Object>> trees) {
        SharedTrees writer = new SharedTrees();
        Map<String, Object> tops = new LinkedHashMap<>();
        trees.forEach((name, tree) -> tops.put(name, writer.place(tree)));
        return Json.bytes(Tree.of(OBJECTS, writer.objects, TREES, tops));
    }

    private long place(Map<?, ?> object) {
        Map<String, Object> written = new LinkedHashMap<>();
        object.forEach((name, value) -> written.put((String) name, written(value)));
        return places.computeIfAbsent(new String(Json.bytes(written), StandardCharsets.UTF_8), unknown -> {
            objects.add(written);
            return objects.size() - 1L;
        });
    }

    private @Nullable Object written(@Nullable Object value) {
        if (value instanceof Map<?, ?> object) {
            return Tree.of(PLACE, place(object));
        }
        return value instanceof List<?> items
                ? items.stream().map(this::written).toList()
                : value;
    }

    /** What was written, immutable. */
    static Map<String, Map<String, Object>> read(byte[] text) throws MalformedTextException {
        Map<String, Object> parsed = Json.parseObject(text);
        List<Map<String, Object>> objects = new ArrayList<>();
        for (Map<String, Object> written : Tree.objects(parsed, OBJECTS)) {
            Map<String, Object> object = new LinkedHashMap<>();
            written.forEach((name, value) -> object.put(name, read(value, objects)));
            objects.add(Tree.freeze(object));
        }
        Map<String, Map<String, Object>> trees = new LinkedHashMap<>();
        Map<String, Object> tops = Tree.child(parsed, TREES);
        tops.keySet().forEach(name -> trees.put(name, objects.get((int) Tree.integer(0, tops, name))));
        return trees;
    }

    private static @Nullable Object read(@Nullable Object value, List<Map<String, Object>> objects) {
        if (value instanceof Map<?, ?> reference) {
            return objects.get((int) Tree.integer(0, Tree.object(reference), PLACE));
        }
        return value instanceof List<?> items
                ? items.stream().map(item -> read(item, objects)).toList()
                : value;
    }
}
