package io.trainyard.launcher.run.debug;

import java.util.Locale;
import java.util.Optional;

/**
 * How a rank introduces itself that has something to do with a debugger. Pure.
 *
 * @param rank as it calls itself
 * @param port where it waits for an editor; empty when it talks to the terminal
 */
record DebugGreeting(long rank, Optional<Integer> port) {
    /** Reads a line {@code TOKEN RANK pdb} or {@code TOKEN RANK debugpy PORT}; empty for those of others. */
    static Optional<DebugGreeting> read(String line, String token) {
        String[] words = line.split(" ");
        boolean known = words.length >= 3 && words[0].equals(token) && words[1].matches("\\d{1,9}");
        if (known && words.length == 3 && words[2].equals("pdb")) {
            return Optional.of(new DebugGreeting(Long.parseLong(words[1]), Optional.empty()));
        }
        if (known && words.length == 4 && words[2].equals("debugpy") && words[3].matches("\\d{1,5}")) {
            return Optional.of(new DebugGreeting(Long.parseLong(words[1]), Optional.of(Integer.valueOf(words[3]))));
        }
        return Optional.empty();
    }

    /** What the user reads. */
    String text() {
        String others =
                "The other ranks wait for it, and give up when a timeout of theirs has passed: 10 minutes with NCCL, 30 with gloo, or"
                        + " what init_process_group(timeout=...) says";
        return port.map(number -> String.format(
                                Locale.ROOT,
                                "rank %d waits for a debugger at 127.0.0.1:%d. VS Code, in launch.json: {\"type\": \"debugpy\", \"request\":"
                                        + " \"attach\", \"connect\": {\"host\": \"127.0.0.1\", \"port\": %d}}",
                                rank,
                                number,
                                number))
                        .orElseGet(
                                () -> "rank " + rank
                                        + " has stopped at a breakpoint: p NAME shows a value, n is the next line, c goes on, h helps")
                + ". " + others;
    }
}
