package io.trainyard.core.report;

import io.trainyard.spi.model.TrainerStatus;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reports as JSON trees, with nothing in them that was not given. Pure. */
public final class ReportTrees {
    private ReportTrees() {}

    /** The answer to a report that was taken: what was understood of the stock format. */
    public static Map<String, Object> answer(Report report) {
        return report.trainerStatus()
                .map(status -> Map.<String, Object>of("trainerStatus", tree(status)))
                .orElse(Map.of());
    }

    /** The status of a TrainJob with nothing but what was reported. */
    public static Map<String, Object> status(TrainerStatus status) {
        return Map.of("trainerStatus", tree(status));
    }

    private static Map<String, Object> tree(TrainerStatus status) {
        Map<String, Object> tree = new LinkedHashMap<>();
        put(tree, "progressPercentage", status.progressPercentage());
        put(tree, "estimatedRemainingSeconds", status.estimatedRemainingSeconds());
        if (!status.metrics().isEmpty()) {
            tree.put(
                    "metrics",
                    status.metrics().stream()
                            .map(metric -> pair(metric.name(), metric.value()))
                            .toList());
        }
        put(tree, "lastUpdatedTime", status.lastUpdatedTime());
        return tree;
    }

    private static Map<String, Object> pair(String name, String value) {
        Map<String, Object> pair = new LinkedHashMap<>();
        pair.put("name", name);
        pair.put("value", value);
        return pair;
    }

    private static void put(Map<String, Object> tree, String name, @Nullable Object value) {
        if (value != null) {
            tree.put(name, value);
        }
    }
}
