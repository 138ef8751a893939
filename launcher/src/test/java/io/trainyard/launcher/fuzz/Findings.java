package io.trainyard.launcher.fuzz;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** What went wrong, each sort once with the first input that showed it. Safe on any thread. */
public final class Findings {
    private static final int MAX_SORTS = 200;

    private final Map<String, String> first = new ConcurrentHashMap<>();
    private final Map<String, Integer> counts = new ConcurrentHashMap<>();

    /**
     * Notes one.
     *
     * @param sort what is the same for all of a sort
     * @param details of this one, with its input
     */
    void add(String sort, String details) {
        String name = sort.replaceAll("\"[^\"]*\"", "\"…\"")
                .replaceAll("\\[[^\\]]*\\]", "[…]")
                .replaceAll("-?\\d+(\\.\\d+)?(E\\d+)?", "#");
        String key = name.length() > 300 ? name.substring(0, 300) : name;
        if (counts.merge(key, 1, Integer::sum) == 1 && first.size() < MAX_SORTS) {
            first.put(key, details);
        }
    }

    /** How many there are of a sort. */
    int count(String sort) {
        return counts.getOrDefault(sort, 0);
    }

    boolean isEmpty() {
        return counts.isEmpty();
    }

    /** All sorts with their numbers, and the first of each. */
    @Override
    public String toString() {
        return new TreeMap<>(counts)
                .entrySet().stream()
                        .map(entry -> entry.getValue() + " × " + entry.getKey() + "\n    "
                                + first.getOrDefault(entry.getKey(), ""))
                        .collect(Collectors.joining("\n"));
    }
}
