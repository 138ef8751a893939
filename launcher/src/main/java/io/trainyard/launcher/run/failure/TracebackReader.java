package io.trainyard.launcher.run.failure;

import io.trainyard.launcher.run.output.RankMark;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Finds what Python tells of errors in the lines of a log, also where lines of several processes alternate and say whose they are. */
final class TracebackReader {
    private static final String BEGIN = "Traceback (most recent call last):";
    private static final Pattern CHAIN = Pattern.compile(
            "The above exception was the direct cause .*|During handling of the above exception, another .*");
    private static final int MAX_LINES = 200;

    private final Map<String, Block> open = new LinkedHashMap<>();
    private final List<Block> found = new ArrayList<>();

    private TracebackReader() {}

    /** A traceback while it is read. */
    private static final class Block {
        private final Optional<String> rank;
        private final List<String> lines = new ArrayList<>();
        private String error = "";
        private boolean chained;

        Block(Optional<String> rank) {
            this.rank = rank;
        }
    }

    /** All that are complete, in their order. */
    static List<Traceback> read(List<String> lines) {
        TracebackReader reader = new TracebackReader();
        lines.forEach(reader::take);
        return reader.found.stream()
                .filter(block -> !block.error.isEmpty())
                .map(block -> new Traceback(block.rank, block.lines, block.error))
                .toList();
    }

    private void take(String line) {
        RankMark mark = RankMark.of(line);
        String source = mark.rank() + " " + mark.localRank();
        String text = mark.text();
        Block block = open.get(source);
        if (text.startsWith(BEGIN)) {
            begin(source, mark.rank().map(String::valueOf), text);
        } else if (block != null) {
            go(source, block, text);
        }
    }

    private void begin(String source, Optional<String> rank, String text) {
        Block before = open.get(source);
        Block block = before != null && before.chained ? before : new Block(rank);
        if (block != before) {
            found.add(block);
            open.put(source, block);
        }
        block.chained = false;
        block.error = "";
        block.lines.add(text);
    }

    private void go(String source, Block block, String text) {
        if (block.lines.size() >= MAX_LINES) {
            open.remove(source);
        } else if (block.error.isEmpty()) {
            block.lines.add(text);
            if (!text.startsWith(" ") && !text.isBlank()) {
                block.error = text.strip();
            }
        } else if (CHAIN.matcher(text).matches()) {
            block.lines.add("");
            block.lines.add(text);
            block.lines.add("");
            block.chained = true;
        } else if (!text.isBlank()) {
            open.remove(source);
        }
    }
}
