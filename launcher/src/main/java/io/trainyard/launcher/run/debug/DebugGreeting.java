package io.trainyard.launcher.run.debug;

import io.trainyard.foundation.regex.PlainText;
import java.util.Locale;
import java.util.Optional;

/**
 * How a rank introduces itself that wants something of the user. Pure.
 *
 * @param rank as it calls itself
 * @param wish what it wants
 * @param port where an editor is to listen for it; 0 when it talks to the terminal
 */
record DebugGreeting(long rank, Wish wish, int port) {
    private static final String OTHERS =
            "The other ranks wait for it, and give up when a timeout of theirs has passed: 10 minutes with NCCL, 30 with gloo, or"
                    + " what init_process_group(timeout=...) says";

    /** What a rank may want. */
    enum Wish {
        PDB,
        INPUT,
        DEBUGPY
    }

    /** Reads a line {@code TOKEN RANK pdb}, {@code TOKEN RANK input} or {@code TOKEN RANK debugpy PORT}; empty for those of others. */
    static Optional<DebugGreeting> read(String line, String token) {
        String[] words = line.split(" ");
        if (words.length < 3 || !words[0].equals(token) || !PlainText.isNumber(words[1], 9)) {
            return Optional.empty();
        }
        long rank = Long.parseLong(words[1]);
        if (words.length == 3 && words[2].equals("pdb")) {
            return Optional.of(new DebugGreeting(rank, Wish.PDB, 0));
        }
        if (words.length == 3 && words[2].equals("input")) {
            return Optional.of(new DebugGreeting(rank, Wish.INPUT, 0));
        }
        if (words.length == 4 && words[2].equals("debugpy") && PlainText.isNumber(words[3], 5)) {
            return Optional.of(new DebugGreeting(rank, Wish.DEBUGPY, Integer.parseInt(words[3])));
        }
        return Optional.empty();
    }

    /** Whether what the user types is for it. */
    boolean talks() {
        return wish != Wish.DEBUGPY;
    }

    /** What the user reads. */
    String text() {
        return switch (wish) {
            case PDB ->
                "rank " + rank
                        + " has stopped at a breakpoint: p NAME shows a value, n is the next line, c goes on, h helps. "
                        + OTHERS;
            case INPUT -> "rank " + rank + " waits for a line that you type. " + OTHERS;
            case DEBUGPY ->
                String.format(
                        Locale.ROOT,
                        "rank %d waits for a debugger of yours that listens at 127.0.0.1:%d. VS Code, in launch.json: {\"type\": \"debugpy\", \"request\":"
                                + " \"attach\", \"listen\": {\"host\": \"127.0.0.1\", \"port\": %d}}. %s",
                        rank,
                        port,
                        port,
                        OTHERS);
        };
    }
}
