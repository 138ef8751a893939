package io.trainyard.launcher.run.failure;

import io.trainyard.foundation.regex.LinearPattern;
import io.trainyard.launcher.run.output.RankMark;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds what Python tells of errors in the lines of a log, also where lines of several processes alternate and say whose they are. */
final class TracebackReader {
    private static final String BEGIN = "Traceback (most recent call last):";

    /** What stands before it where it is quoted, or part of another one; a progress bar or a question just has no end of a line. */
    private static final LinearPattern QUOTED = LinearPattern.of("(?:Original |Exception Group |[\"'#]|^[\\s|+-]*)$");

    private static final LinearPattern CHAIN = LinearPattern.of(
            "The above exception was the direct cause .*|During handling of the above exception, another .*");

    /** How an error that one process has raised again tells of that of the other process: PyTorch's DataLoader and DataParallel, and its spawn. */
    private static final String ORIGINAL = "Original Traceback (most recent call last):";

    private static final LinearPattern OF_SPAWNED =
            LinearPattern.of("-- Process \\d+ terminated with the following .*");

    /** Stands around the error of another process that Python's pools raise again. */
    private static final String QUOTES = "\"\"\"";

    /** What Python tells of an error that ends nothing. */
    private static final String IGNORED = "Exception ignored ";

    /** What Python writes before the error of a process that the program has started itself. */
    private static final LinearPattern CHILD = LinearPattern.of("Process \\S+:");

    /** What loggers and launchers write, which is no more of the message of an error. */
    private static final LinearPattern NO_MESSAGE =
            LinearPattern.of("(?:\\[?[IWEF]\\d{4} |\\[?\\d{4}-\\d\\d-\\d\\d|[=*-]{5}|.*\\d%\\||wandb: |" + IGNORED
                    + "|(?:DEBUG|INFO|WARNING|ERROR|CRITICAL|FATAL)\\b).*");

    private static final int MAX_LINES = 200;

    /** Of a message whose lines are not indented: what follows it may be the output of others. */
    private static final int MAX_MESSAGE_LINES = 10;

    private final Map<String, Block> open = new LinkedHashMap<>();
    private final Map<String, String> before = new LinkedHashMap<>();
    private final List<Block> found = new ArrayList<>();
    private final List<RankMark> rest = new ArrayList<>();
    private boolean launcherTold;

    private TracebackReader() {}

    /** A traceback while it is read. */
    private static final class Block {
        private final Optional<String> rank;
        private final String process;
        private final List<String> lines = new ArrayList<>();
        private String error = "";
        private boolean chained;
        private boolean interrupted;
        private int messageLines;

        Block(Optional<String> rank, String process) {
            this.rank = rank;
            this.process = process;
        }
    }

    /**
     * What stands in a log.
     *
     * @param errors all that are complete, in their order
     * @param rest the lines of none, with whose they are, up to where the launcher tells that one has failed
     */
    record Text(List<ToldError> errors, List<RankMark> rest) {}

    /** Reads a log. */
    static Text read(List<String> lines) {
        TracebackReader reader = new TracebackReader();
        lines.forEach(reader::take);
        return new Text(
                reader.found.stream()
                        .filter(block -> !block.error.isEmpty())
                        .map(block -> new ToldError(block.rank, block.process, block.lines, block.error))
                        .toList(),
                reader.rest);
    }

    private void take(String line) {
        RankMark mark = RankMark.of(line);
        String source = mark.rank() + " " + mark.localRank();
        String text = mark.text();
        Block block = open.get(source);
        if (begins(text)) {
            begin(source, mark);
        } else if ((block == null || !goesOn(source, block, text)) && !launcherTold) {
            rest.add(mark);
        }
        before.put(source, text);
    }

    private static boolean begins(String text) {
        return text.startsWith(BEGIN)
                || (text.endsWith(BEGIN) && !QUOTED.isFoundIn(text.substring(0, text.length() - BEGIN.length())));
    }

    private void begin(String source, RankMark mark) {
        Block last = open.get(source);
        String told = before.getOrDefault(source, "");
        if (last != null && last.chained) {
            last.chained = false;
            last.error = "";
            last.lines.add(BEGIN);
        } else if (told.startsWith(IGNORED)) {
            open.remove(source);
        } else {
            boolean child = CHILD.matches(told);
            Block block = new Block(
                    mark.rank().map(String::valueOf), child ? told + found.size() : mark.isMarked() ? source : "");
            block.lines.add(BEGIN);
            found.add(block);
            open.put(source, block);
        }
    }

    /** False for the line that is no more of the error. */
    private boolean goesOn(String source, Block block, String text) {
        if (block.lines.size() >= MAX_LINES) {
            open.remove(source);
        } else if (block.error.isEmpty()) {
            block.lines.add(text);
            if (!text.startsWith(" ") && !text.isBlank()) {
                block.error = text.strip();
                launcherTold |= block.error.contains(ToldError.OF_TORCHRUN);
                block.interrupted = false;
                block.messageLines = 0;
            }
        } else if (CHAIN.matches(text) || OF_SPAWNED.matches(text)) {
            block.lines.add("");
            block.lines.add(text);
            block.lines.add("");
            block.chained = true;
        } else if (text.equals(ORIGINAL)) {
            block.lines.add(text);
            block.error = "";
        } else if (text.isBlank()) {
            block.interrupted = true;
        } else if (!text.equals(QUOTES)) {
            return isMessage(source, block, text);
        }
        return true;
    }

    /** More of what the error says, to the end of the paragraph. */
    private boolean isMessage(String source, Block block, String text) {
        boolean indented = Character.isWhitespace(text.charAt(0));
        if (block.chained
                || block.interrupted
                || (!indented && ++block.messageLines > MAX_MESSAGE_LINES)
                || NO_MESSAGE.matches(text.strip())
                || CHILD.matches(text)) {
            open.remove(source);
            return false;
        }
        block.lines.add(text);
        return true;
    }
}
