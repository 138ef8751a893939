package io.trainyard.launcher.run.output;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;

/** Lines of one node whose processes are marked: what several of them say one after the other in the same words becomes one line. */
public final class MarkedLines {
    private MarkedLines() {}

    /** Such as {@code [ranks 0-3, 6]: loss 0.5} for five lines; all others as they are. */
    public static List<String> joined(List<String> lines) {
        List<String> result = new ArrayList<>();
        int from = 0;
        while (from < lines.size()) {
            RankMark first = RankMark.of(lines.get(from));
            TreeSet<Long> ranks = new TreeSet<>();
            number(first).ifPresent(ranks::add);
            int to = from + 1;
            while (to < lines.size() && continues(first, RankMark.of(lines.get(to)), ranks)) {
                to++;
            }
            result.add(
                    to == from + 1
                            ? lines.get(from)
                            : "[" + (first.rank().isPresent() ? "ranks " : "local ranks ") + ranges(ranks) + "]: "
                                    + first.text());
            from = to;
        }
        return result;
    }

    private static boolean continues(RankMark first, RankMark next, NavigableSet<Long> ranks) {
        return first.isMarked()
                && next.isMarked()
                && first.rank().isPresent() == next.rank().isPresent()
                && first.text().equals(next.text())
                && number(next).filter(ranks::add).isPresent();
    }

    private static Optional<Long> number(RankMark mark) {
        return mark.rank().or(mark::localRank);
    }

    /** Such as {@code 0-3, 6}; at least one. */
    public static String ranges(NavigableSet<Long> ranks) {
        StringBuilder text = new StringBuilder();
        long from = ranks.first();
        long before = from;
        for (long rank : ranks.tailSet(from, false)) {
            if (rank != before + 1) {
                append(text, from, before);
                from = rank;
            }
            before = rank;
        }
        append(text, from, before);
        return text.toString();
    }

    private static void append(StringBuilder text, long from, long to) {
        text.append(text.isEmpty() ? "" : ", ").append(from);
        if (to > from) {
            text.append('-').append(to);
        }
    }
}
