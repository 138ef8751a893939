package io.trainyard.launcher.run.profile;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;

/**
 * What was recorded of a rank.
 *
 * @param rank as it calls itself
 * @param file what can be looked at; empty when there is none
 * @param problem the last thing that was said about it; empty when nothing was said
 */
record Profile(long rank, Optional<Path> file, String problem) {
    /**
     * What the user reads.
     *
     * @param shown how files are named
     */
    String text(Function<Path, String> shown) {
        return file.map(path -> "Profile of rank " + rank + ": " + shown.apply(path) + " (" + viewer(path) + ")")
                .orElseGet(() -> "No profile of rank " + rank + ": "
                        + (problem.isEmpty() ? "it was killed before it could write one" : problem));
    }

    private static String viewer(Path path) {
        return path.toString().endsWith(".svg")
                ? "a flame graph, for a browser"
                : "for https://ui.perfetto.dev or chrome://tracing";
    }
}
