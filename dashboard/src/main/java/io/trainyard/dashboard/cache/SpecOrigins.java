package io.trainyard.dashboard.cache;

import io.trainyard.foundation.tree.Tree;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where each value of a JobSet comes from, found by comparing: what the runtime has at the same place is the runtime's, what the TrainJob says under the same
 * name is the TrainJob's, and all else was added on the way. Pure.
 */
final class SpecOrigins {
    private static final String RUNTIME = "runtime";
    private static final String TRAIN_JOB = "TrainJob";
    private static final String ADDED = "added";

    /** How the TrainJob calls what has another name in a JobSet. */
    private static final Map<String, String> NAMES = Map.of("parallelism", "numNodes", "completions", "numNodes");

    private final Map<String, Object> ofRuntime = new HashMap<>();
    private final Set<String> ofTrainJob = new HashSet<>();
    private final Map<String, String> origins = new LinkedHashMap<>();

    private SpecOrigins() {}

    /**
     * The origins of all values below {@code spec}, by their paths, such as {@code JobSet/spec.replicatedJobs[0].replicas}.
     *
     * @param trainJob as it was written
     * @param runtime empty when it is not known
     */
    static Map<String, String> of(
            Map<String, Object> trainJob, Map<String, Object> runtime, Map<String, Object> jobSet) {
        SpecOrigins origins = new SpecOrigins();
        origins.remember(Tree.at(runtime, "spec", "template", "spec"), "spec");
        origins.say(Tree.at(trainJob, "spec"), "");
        origins.trace(Tree.at(jobSet, "spec"), "spec", "spec", "");
        return origins.origins;
    }

    private void remember(@Nullable Object value, String place) {
        if (value instanceof Map<?, ?> map) {
            map.forEach((name, each) -> remember(each, place + "." + name));
        } else if (value instanceof List<?> list) {
            for (int i = 0; i < list.size(); i++) {
                remember(list.get(i), place + item(list.get(i), i));
            }
        } else if (value != null) {
            ofRuntime.put(place, value);
        }
    }

    private void say(@Nullable Object value, String name) {
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, each) -> say(each, String.valueOf(key)));
        } else if (value instanceof List<?> list) {
            list.forEach(each -> say(each, name));
        } else if (value != null) {
            ofTrainJob.add(name + "=" + value);
        }
    }

    private void trace(@Nullable Object value, String path, String place, String name) {
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, each) -> trace(each, path + "." + key, place + "." + key, String.valueOf(key)));
        } else if (value instanceof List<?> list) {
            for (int i = 0; i < list.size(); i++) {
                trace(list.get(i), path + "[" + i + "]", place + item(list.get(i), i), name);
            }
        } else if (value != null) {
            origins.put("JobSet/" + path, origin(value, place, name));
        }
    }

    private String origin(Object value, String place, String name) {
        if (value.equals(ofRuntime.get(place))) {
            return RUNTIME;
        }
        return ofTrainJob.contains(NAMES.getOrDefault(name, name) + "=" + value) ? TRAIN_JOB : ADDED;
    }

    /** Items with names are found by them, wherever they stand. */
    private static String item(@Nullable Object item, int index) {
        String name = Tree.text(item, "name");
        return "[" + (name.isEmpty() ? String.valueOf(index) : name) + "]";
    }
}
