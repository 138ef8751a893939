package io.trainyard.bench.reference;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What was measured of one controller, in the order in which it was measured. For one thread. */
final class Figures {
    private final String title;
    private final Map<String, String> values = new LinkedHashMap<>();

    /**
     * @param title how people call the controller
     */
    Figures(String title) {
        this.title = title;
    }

    void add(String what, String value) {
        values.put(what, value);
    }

    /** Figures of several controllers beside each other, as a table in Markdown; where one lacks a figure stands a dash. */
    static String table(List<Figures> all) {
        List<String> rows = new ArrayList<>();
        all.forEach(figures -> figures.values.keySet().stream()
                .filter(what -> !rows.contains(what))
                .forEach(rows::add));
        StringBuilder table = new StringBuilder("| Figure |");
        all.forEach(figures -> table.append(' ').append(figures.title).append(" |"));
        table.append("\n|---|").append("---|".repeat(all.size())).append('\n');
        for (String row : rows) {
            table.append("| ").append(row).append(" |");
            all.forEach(figures -> table.append(' ')
                    .append(figures.values.getOrDefault(row, "–"))
                    .append(" |"));
            table.append('\n');
        }
        return table.toString();
    }
}
