package io.trainyard.launcher.run.folder;

import io.trainyard.core.view.Cause;
import io.trainyard.core.view.FailedContainer;
import io.trainyard.core.view.ViewJson;
import io.trainyard.foundation.time.Rfc3339;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.files.PrivateFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Why a TrainJob has not ended well, as its run found it; it stays in the folder of the run for all who ask later.
 *
 * @param cause what is said of it
 * @param log what {@code trainyard logs} has to be told beside the name of the run to show the log that it stands in, with a space before it; may be empty
 * @param at when it was found
 */
public record KeptCause(Cause cause, String log, Instant at) {
    /** Keeps it. Blocks. */
    public void write(RunFolder run, String trainJob) throws IOException {
        Path file = run.cause(trainJob);
        PrivateFiles.createFoldersAbove(file);
        StatusFile.write(file, Tree.of("cause", ViewJson.of(cause), "log", log, "at", at.toString()));
    }

    /** What was kept of a TrainJob; empty when nothing was that can be read. Blocks. */
    public static Optional<KeptCause> read(RunFolder run, String trainJob) {
        return StatusFile.read(run.cause(trainJob)).flatMap(KeptCause::of);
    }

    /** The cause with the command that shows more. */
    public Cause withCommand(String name) {
        String more = "all that it wrote: trainyard logs " + name + log;
        String advice = log.isEmpty()
                ? cause.advice()
                : cause.advice().isEmpty() ? "read " + more : cause.advice() + "; " + more;
        return new Cause(cause.kind(), cause.message(), cause.evidence(), advice, cause.failure());
    }

    private static Optional<KeptCause> of(Map<String, Object> tree) {
        Map<String, Object> cause = Tree.child(tree, "cause");
        return Arrays.stream(Cause.Kind.values())
                .filter(kind -> kind.reason().equals(cause.get("kind")))
                .findFirst()
                .map(kind -> new KeptCause(
                        new Cause(
                                kind,
                                Tree.text(cause, "message"),
                                texts(cause, "evidence"),
                                Tree.text(cause, "advice"),
                                cause.containsKey("failure")
                                        ? Optional.of(failure(Tree.child(cause, "failure")))
                                        : Optional.empty()),
                        Tree.text(tree, "log"),
                        Rfc3339.parse(Tree.text(tree, "at")).orElse(Instant.EPOCH)));
    }

    private static FailedContainer failure(Map<String, Object> tree) {
        return new FailedContainer(
                Tree.text(tree, "step"),
                (int) Tree.integer(0, tree, "node"),
                Tree.text(tree, "pod"),
                Tree.text(tree, "container"),
                (int) Tree.integer(0, tree, "exitCode"),
                Tree.text(tree, "meaning"),
                Rfc3339.parse(Tree.text(tree, "ended")),
                texts(tree, "lastLines"));
    }

    private static List<String> texts(Map<String, Object> tree, String name) {
        return Objects.requireNonNullElse(Tree.strings(tree, name), List.of());
    }
}
