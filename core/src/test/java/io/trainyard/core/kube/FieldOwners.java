package io.trainyard.core.kube;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Server-side apply in small: who owns which fields, and what an apply removes because its manager no longer says it. Lists of named things are
 * merged by name, all others are replaced. Ownership is kept in {@code metadata.managedFields}, as the real server does, so that it can be patched.
 */
final class FieldOwners {
    private static final Set<String> NAMED_LISTS =
            Set.of("replicatedJobs", "containers", "initContainers", "env", "volumes", "dependsOn");
    private static final Set<String> NOBODYS = Set.of(
            "apiVersion",
            "kind",
            "status",
            "name",
            "namespace",
            "uid",
            "resourceVersion",
            "generation",
            "creationTimestamp",
            "managedFields");

    private FieldOwners() {}

    /** Notes that a manager created or updated everything that the object says. */
    static void own(Map<String, Object> object, String manager, String operation) {
        setPaths(object, manager, operation, paths(object));
    }

    /** The live object after an apply. */
    static Map<String, Object> apply(Map<String, Object> live, Map<String, Object> body, String manager) {
        Set<List<String>> wanted = paths(body);
        Set<List<String>> before = new HashSet<>();
        Set<List<String>> others = new HashSet<>();
        for (Map<String, Object> entry : entries(live)) {
            boolean own = manager.equals(entry.get("manager")) && "Apply".equals(entry.get("operation"));
            (own ? before : others).addAll(pathsOf(entry));
        }
        Map<String, Object> merged = merge(live, body);
        for (List<String> path : before) {
            if (!wanted.contains(path) && !others.contains(path)) {
                remove(merged, path);
            }
        }
        setPaths(merged, manager, "Apply", wanted);
        return merged;
    }

    private static void setPaths(
            Map<String, Object> object, String manager, String operation, Set<List<String>> paths) {
        List<Object> entries = new ArrayList<>();
        for (Map<String, Object> entry : entries(object)) {
            if (!manager.equals(entry.get("manager")) || !operation.equals(entry.get("operation"))) {
                entries.add(entry);
            }
        }
        Map<String, Object> fields = new LinkedHashMap<>();
        paths.stream().sorted(java.util.Comparator.comparing(Object::toString)).forEach(path -> note(path, fields));
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("manager", manager);
        entry.put("operation", operation);
        entry.put("fieldsV1", fields);
        entries.add(entry);
        StoredObjects.metadata(object).put("managedFields", entries);
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> entries(Map<String, Object> object) {
        Object entries = StoredObjects.metadata(object).get("managedFields");
        return entries == null ? List.of() : (List<Map<String, Object>>) entries;
    }

    @SuppressWarnings("unchecked")
    private static Set<List<String>> pathsOf(Map<String, Object> entry) {
        Set<List<String>> paths = new HashSet<>();
        Map<String, Object> fields = (Map<String, Object>) entry.get("fieldsV1");
        if (fields != null) {
            collectNoted(List.of(), fields, paths);
        }
        return paths;
    }

    /** As the real server writes it: {@code {"f:spec": {"f:list": {"k:{\"name\":\"a\"}": {".": {}, "f:field": {}}}}}}. */
    @SuppressWarnings("unchecked")
    private static void note(List<String> path, Map<String, Object> fields) {
        Map<String, Object> inner = fields;
        for (String segment : path) {
            String key = segment.startsWith("[")
                    ? "k:{\"name\":\"" + segment.substring(1, segment.length() - 1) + "\"}"
                    : "f:" + segment;
            inner = (Map<String, Object>) inner.computeIfAbsent(key, missing -> new LinkedHashMap<String, Object>());
        }
        if (path.get(path.size() - 1).startsWith("[")) {
            inner.put(".", new LinkedHashMap<String, Object>());
        }
    }

    @SuppressWarnings("unchecked")
    private static void collectNoted(List<String> path, Map<String, Object> fields, Set<List<String>> paths) {
        fields.forEach((key, inner) -> {
            if (key.equals(".")) {
                paths.add(path);
                return;
            }
            String segment = key.startsWith("k:")
                    ? "[" + key.substring("k:{\"name\":\"".length(), key.length() - 2) + "]"
                    : key.substring(2);
            Map<String, Object> below = (Map<String, Object>) inner;
            if (below.isEmpty()) {
                paths.add(longer(path, segment));
            } else {
                collectNoted(longer(path, segment), below, paths);
            }
        });
    }

    private static Set<List<String>> paths(Map<String, Object> object) {
        Set<List<String>> paths = new LinkedHashSet<>();
        object.forEach((key, value) -> {
            if (key.equals("metadata") && value instanceof Map<?, ?> metadata) {
                metadata.forEach((name, inner) -> {
                    if (!NOBODYS.contains(name)) {
                        collect(List.of("metadata", String.valueOf(name)), inner, paths);
                    }
                });
            } else if (!NOBODYS.contains(key)) {
                collect(List.of(key), value, paths);
            }
        });
        return paths;
    }

    private static void collect(List<String> path, Object value, Set<List<String>> paths) {
        if (value instanceof Map<?, ?> map && !map.isEmpty()) {
            map.forEach((key, inner) -> collect(longer(path, String.valueOf(key)), inner, paths));
        } else if (isNamedList(path, value)) {
            for (Object item : (List<?>) value) {
                List<String> itemPath = longer(path, "[" + nameOf(item) + "]");
                paths.add(itemPath);
                collect(itemPath, item, paths);
            }
        } else {
            paths.add(path);
        }
    }

    private static Map<String, Object> merge(Map<String, Object> live, Map<String, Object> body) {
        Map<String, Object> merged = new LinkedHashMap<>(live);
        body.forEach((key, value) -> merged.put(key, mergeValue(key, live.get(key), value)));
        return merged;
    }

    @SuppressWarnings("unchecked")
    private static Object mergeValue(String key, Object live, Object body) {
        if (live instanceof Map<?, ?> && body instanceof Map<?, ?>) {
            return merge((Map<String, Object>) live, (Map<String, Object>) body);
        }
        if (live instanceof List<?> items && isNamedList(List.of(key), body)) {
            Map<String, Object> left = new LinkedHashMap<>();
            items.forEach(item -> left.put(nameOf(item), item));
            List<Object> merged = new ArrayList<>();
            for (Object item : (List<?>) body) {
                merged.add(mergeValue("", left.remove(nameOf(item)), item));
            }
            merged.addAll(left.values());
            return merged;
        }
        return body;
    }

    /** Removes what a path names, and the maps that it leaves empty. */
    @SuppressWarnings("unchecked")
    private static void remove(Object owner, List<String> path) {
        String first = path.get(0);
        if (owner instanceof List<?> list) {
            List<Object> items = (List<Object>) list;
            if (path.size() == 1) {
                items.removeIf(item -> first.equals("[" + nameOf(item) + "]"));
            } else {
                items.stream()
                        .filter(item -> first.equals("[" + nameOf(item) + "]"))
                        .forEach(item -> remove(item, path.subList(1, path.size())));
            }
        } else if (owner instanceof Map<?, ?> map) {
            if (path.size() == 1) {
                map.remove(first);
            } else if (map.get(first) != null) {
                Object inner = map.get(first);
                remove(inner, path.subList(1, path.size()));
                if (inner instanceof Map<?, ?> rest && rest.isEmpty()) {
                    map.remove(first);
                }
            }
        }
    }

    private static boolean isNamedList(List<String> path, Object value) {
        return NAMED_LISTS.contains(path.get(path.size() - 1))
                && value instanceof List<?> list
                && list.stream().allMatch(item -> item instanceof Map<?, ?> map && map.get("name") != null);
    }

    private static String nameOf(Object item) {
        return String.valueOf(((Map<?, ?>) item).get("name"));
    }

    private static List<String> longer(List<String> path, String segment) {
        List<String> longer = new ArrayList<>(path);
        longer.add(segment);
        return longer;
    }
}
