package io.trainyard.launcher.cli.process;

import java.util.List;

/** Ends a command with a message for the user and an exit code: something that the user can put right, so there is no stack trace. */
public final class CommandException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int exitCode;
    private final transient List<String> lines;

    public CommandException(int exitCode, String message) {
        this(exitCode, List.of(message));
    }

    /** With the failure behind it, for those who want to see where it happened. */
    public CommandException(int exitCode, String message, Throwable cause) {
        this(exitCode, message);
        initCause(cause);
    }

    /** One line for each thing that is wrong. */
    public CommandException(int exitCode, List<String> lines) {
        super(String.join("\n", lines));
        this.exitCode = exitCode;
        this.lines = List.copyOf(lines);
    }

    /** Wrong input or options. */
    public static CommandException wrong(String message) {
        return new CommandException(ExitCodes.WRONG_INPUT, message);
    }

    /**
     * Refuses what does not meet a condition.
     *
     * @throws CommandException that tells the problem
     */
    public static void require(boolean met, String problem) {
        if (!met) {
            throw wrong(problem);
        }
    }

    /** The same with a line for each problem. */
    public static CommandException ofInput(List<?> problems) {
        return new CommandException(
                ExitCodes.WRONG_INPUT, problems.stream().map(Object::toString).toList());
    }

    public int exitCode() {
        return exitCode;
    }

    public List<String> lines() {
        return lines;
    }
}
