package io.trainyard.dashboard.log;

import io.trainyard.dashboard.log.LogSource.Origin;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Lines as JSON, short: there are many of them. */
public final class LogJson {
    private LogJson() {}

    /** A line: {@code s} its container's number, {@code t} time, {@code l} severity, {@code x} pieces, {@code n} lost bytes; usual values are left out. */
    public static Map<String, Object> of(LogLine line) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("s", line.source());
        line.at().ifPresent(at -> tree.put("t", at.toString()));
        if (!line.severity().equals("none")) {
            tree.put("l", line.severity());
        }
        tree.put("x", line.text());
        if (line.lost() > 0) {
            tree.put("n", line.lost());
        }
        return tree;
    }

    /** The containers whose lines follow, by their numbers. */
    public static List<Map<String, Object>> of(List<Origin> origins) {
        List<Map<String, Object>> trees = new ArrayList<>(origins.size());
        for (Origin origin : origins) {
            Map<String, Object> tree = new LinkedHashMap<>();
            tree.put("rank", origin.rank());
            tree.put("step", origin.step());
            tree.put("attempt", origin.attempt());
            tree.put("pod", origin.pod());
            tree.put("container", origin.container());
            trees.add(tree);
        }
        return trees;
    }
}
