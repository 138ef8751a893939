package io.trainyard.launcher.run.failure;

import io.trainyard.core.view.Cause;
import io.trainyard.core.view.FailedContainer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The one place that puts a failure of programs on this machine into words. Pure. */
public final class FailureCause {
    private static final int SIGNALLED = 128;

    private FailureCause() {}

    /**
     * The cause as users read it.
     *
     * @param who failed, such as {@code node 0}; empty for a program that is one process
     * @param failed the container, with the lines that matter; an exit code of 0 where that is not known
     * @param attempt which of several it was, such as {@code , attempt 1 of 2}; may be empty
     * @param reason how the kubelet calls its end, if that is more than a failure; may be empty
     * @param root the error that was found; empty when nothing was written
     * @param hint what the user may do; may be empty
     */
    public static Cause of(
            Optional<String> who,
            FailedContainer failed,
            String attempt,
            String reason,
            Optional<RootCause> root,
            String hint) {
        String which = attempt
                + root.flatMap(RootCause::rank).map(rank -> ", rank " + rank).orElse("");
        int code = root.flatMap(RootCause::process)
                .map(RootCause.EndedProcess::exitCode)
                .orElse(failed.exitCode());
        String end = code < 0
                ? ", ended by signal " + -code
                : code == 0 ? "" : (which.isEmpty() ? "" : ",") + " with exit code " + code;
        String message = who.map(name -> "the first to fail was " + name + which + end)
                .orElseGet(() -> "the program "
                        + (code < 0 ? "was ended by signal " + -code : "ended with exit code " + code)
                        + attempt);
        List<String> evidence = new ArrayList<>();
        root.ifPresent(found -> tell(found, evidence));
        if (failed.lastLines().isEmpty()) {
            evidence.add("It has written nothing.");
        }
        return new Cause(
                Cause.Kind.CONTAINER_FAILED,
                message + (reason.isEmpty() ? "" : " (" + reason + ")"),
                evidence,
                hint,
                Optional.of(failed));
    }

    /** How a container is named, which is not the user's own program. */
    public static Optional<String> container(FailedContainer failed) {
        return Optional.of("container " + failed.container() + " of pod " + failed.pod());
    }

    /** As shells tell it: of who was ended by a signal, 128 and its number. */
    public static int exitCode(RootCause.EndedProcess process) {
        return process.exitCode() < 0 ? SIGNALLED - process.exitCode() : process.exitCode();
    }

    private static void tell(RootCause cause, List<String> lines) {
        if (!cause.alike().isEmpty()) {
            lines.add("The same in " + NameRanges.text(cause.alike()) + ".");
        }
        if (!cause.followers().isEmpty()) {
            lines.add("What followed from it, left out here:");
            cause.followers().forEach(line -> lines.add("  " + line));
        }
        if (!cause.survived().isEmpty()) {
            lines.add("Errors that were told of before, and did not end it:");
            cause.survived().forEach(line -> lines.add("  " + line));
        }
    }
}
