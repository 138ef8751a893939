package io.trainyard.launcher.run.output;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What several sources wrote at about the same time, in one order, with lines that are the same in several of them once. Each source's lines keep their order, and none
 * is left out.
 */
public final class AlikeLines {
    /** More is a flood that nobody reads line by line. */
    private static final int MAX_LINES = 5_000;

    private final List<Waiting> sources = new ArrayList<>();

    private AlikeLines(List<List<String>> written) {
        for (int i = 0; i < written.size(); i++) {
            sources.add(new Waiting(i, written.get(i)));
        }
    }

    /**
     * A line, and who wrote it.
     *
     * @param sources their places in the list that was given, ascending; at least one
     */
    public record Line(List<Integer> sources, String text) {
        public Line {
            sources = List.copyOf(sources);
        }
    }

    /** Lines of one source that were not told yet. */
    private static final class Waiting {
        private final int source;
        private final Deque<String> lines;
        private final Map<String, Integer> counts = new HashMap<>();

        Waiting(int source, List<String> lines) {
            this.source = source;
            this.lines = new ArrayDeque<>(lines);
            lines.forEach(line -> counts.merge(line, 1, Integer::sum));
        }

        boolean isNext(String line) {
            return line.equals(lines.peek());
        }

        boolean comesLater(String line) {
            return !isNext(line) && counts.getOrDefault(line, 0) > 0;
        }

        void take(String line) {
            lines.remove();
            counts.merge(line, -1, Integer::sum);
        }
    }

    /**
     * Puts them into one order.
     *
     * @param written what each source wrote, in its order
     */
    public static List<Line> merge(List<List<String>> written) {
        if (written.stream().mapToInt(List::size).sum() > MAX_LINES) {
            List<Line> all = new ArrayList<>();
            for (int i = 0; i < written.size(); i++) {
                int source = i;
                written.get(i).forEach(line -> all.add(new Line(List.of(source), line)));
            }
            return all;
        }
        return new AlikeLines(written).merged();
    }

    private List<Line> merged() {
        List<Line> result = new ArrayList<>();
        sources.removeIf(source -> source.lines.isEmpty());
        while (!sources.isEmpty()) {
            String line = next();
            List<Integer> who = new ArrayList<>();
            for (Waiting source : sources) {
                if (source.isNext(line)) {
                    source.take(line);
                    who.add(source.source);
                }
            }
            result.add(new Line(who, line));
            sources.removeIf(source -> source.lines.isEmpty());
        }
        return result;
    }

    /** A line for which none of the others has to say something else first; where all wait for each other, the first. */
    private String next() {
        for (Waiting source : sources) {
            String line = source.lines.element();
            if (sources.stream().noneMatch(other -> other.comesLater(line))) {
                return line;
            }
        }
        return sources.get(0).lines.element();
    }
}
