package io.trainyard.launcher.run.view;

import java.util.ArrayList;
import java.util.List;

/** Rows in columns that are as wide as they have to be. */
public final class TextTable {
    private static final int GAP = 2;

    private TextTable() {}

    /** One line for each row, without spaces at their ends; rows may be shorter than the first one. */
    public static List<String> lines(List<List<String>> rows) {
        int[] widths = new int[rows.stream().mapToInt(List::size).max().orElse(0)];
        for (List<String> row : rows) {
            for (int column = 0; column < row.size(); column++) {
                widths[column] = Math.max(widths[column], row.get(column).length());
            }
        }
        List<String> lines = new ArrayList<>();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < row.size(); column++) {
                line.append(row.get(column));
                line.append(" ".repeat(widths[column] - row.get(column).length() + GAP));
            }
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }
}
