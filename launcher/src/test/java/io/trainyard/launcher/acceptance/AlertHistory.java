package io.trainyard.launcher.acceptance;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What alerts did in a time, by the series ALERTS of Prometheus.
 *
 * @param fired each alert that fired once or more, with its labels
 * @param longestPending how long each alert was pending at most without a break, by its name; without those that never were
 */
record AlertHistory(List<String> fired, Map<String, Duration> longestPending) {

    /**
     * Reads it.
     *
     * @param alerts the matrix of ALERTS over that time
     * @param step between two of its values
     */
    static AlertHistory of(JsonNode alerts, Duration step) {
        TreeSet<String> fired = new TreeSet<>();
        Map<String, Duration> pending = new TreeMap<>();
        for (JsonNode series : alerts) {
            JsonNode labels = series.path("metric");
            String name = labels.path("alertname").asText();
            if (labels.path("alertstate").asText().equals("firing")) {
                fired.add(name + " " + labels);
            } else {
                pending.merge(
                        name, longest(series.path("values"), step), (one, two) -> one.compareTo(two) > 0 ? one : two);
            }
        }
        return new AlertHistory(new ArrayList<>(fired), pending);
    }

    private static Duration longest(JsonNode values, Duration step) {
        double longest = 0;
        double begin = values.path(0).path(0).asDouble();
        double before = begin;
        for (JsonNode value : values) {
            double time = value.path(0).asDouble();
            if (time - before > step.toMillis() / 1000.0 * 1.5) {
                begin = time;
            }
            before = time;
            longest = Math.max(longest, time - begin);
        }
        return Duration.ofMillis((long) (longest * 1000));
    }
}
