package io.trainyard.core.progress;

import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.json.MalformedTextException;
import io.trainyard.foundation.tree.Tree;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Curves as text: {@code {"metrics": {"loss": [[seconds since the epoch, value], …]}}}. Pure. */
final class HistoryText {
    static final String KEY = "metrics.json";

    private HistoryText() {}

    static String write(Map<String, List<MetricPoint>> curves) {
        Map<String, Object> metrics = new LinkedHashMap<>();
        curves.forEach((name, points) -> metrics.put(
                name,
                points.stream()
                        .map(point -> List.of(point.time().getEpochSecond(), point.value()))
                        .toList()));
        return new String(Json.bytes(Map.of("metrics", metrics)), StandardCharsets.UTF_8).strip();
    }

    /** The curves of a text; empty for one that was not written here. */
    static Optional<Map<String, List<MetricPoint>>> read(String text) {
        try {
            Map<String, List<MetricPoint>> curves = new LinkedHashMap<>();
            Tree.child(Json.parse(text), "metrics").forEach((name, points) -> curves.put(name, points(points)));
            return Optional.of(curves);
        } catch (MalformedTextException | DateTimeException changedBySomebody) {
            return Optional.empty();
        }
    }

    private static List<MetricPoint> points(Object points) {
        List<MetricPoint> read = new ArrayList<>();
        for (Object point : Tree.list(points)) {
            List<Object> pair = Tree.list(point);
            if (pair.size() == 2 && pair.get(0) instanceof Number seconds && pair.get(1) instanceof Number value) {
                read.add(new MetricPoint(Instant.ofEpochSecond(seconds.longValue()), value.doubleValue()));
            }
        }
        return List.copyOf(read);
    }
}
