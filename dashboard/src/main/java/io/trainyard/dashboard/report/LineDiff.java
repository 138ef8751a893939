package io.trainyard.dashboard.report;

import java.util.ArrayList;
import java.util.List;

/** Which lines two texts share. Pure. */
final class LineDiff {
    /** The table of a longer text would need too much memory. */
    private static final int MAX_LINES = 2_000;

    private LineDiff() {}

    /**
     * A line of the result.
     *
     * @param sign {@code +} for a new line, {@code -} for one that is gone, a space for one of both
     */
    record Line(char sign, String text) {}

    /** All lines of both, in order; of texts that are too long, first all old ones, then all new ones. */
    static List<Line> of(List<String> before, List<String> after) {
        List<Line> lines = new ArrayList<>();
        if (before.size() > MAX_LINES || after.size() > MAX_LINES) {
            before.forEach(line -> lines.add(new Line('-', line)));
            after.forEach(line -> lines.add(new Line('+', line)));
            return lines;
        }
        int[][] common = common(before, after);
        int i = 0;
        int j = 0;
        while (i < before.size() || j < after.size()) {
            if (i < before.size() && j < after.size() && before.get(i).equals(after.get(j))) {
                lines.add(new Line(' ', before.get(i++)));
                j++;
            } else if (j == after.size() || (i < before.size() && common[i + 1][j] >= common[i][j + 1])) {
                lines.add(new Line('-', before.get(i++)));
            } else {
                lines.add(new Line('+', after.get(j++)));
            }
        }
        return lines;
    }

    /** How many lines the rests share from each place on. */
    private static int[][] common(List<String> before, List<String> after) {
        int[][] common = new int[before.size() + 1][after.size() + 1];
        for (int i = before.size() - 1; i >= 0; i--) {
            for (int j = after.size() - 1; j >= 0; j--) {
                common[i][j] = before.get(i).equals(after.get(j))
                        ? common[i + 1][j + 1] + 1
                        : Math.max(common[i + 1][j], common[i][j + 1]);
            }
        }
        return common;
    }
}
