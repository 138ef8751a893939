package io.trainyard.launcher.cli.process;

/** How commands end. */
public final class ExitCodes {
    public static final int DONE = 0;
    /** What was asked for did not succeed. */
    public static final int FAILED = 1;
    /** Input, options or arguments are wrong. */
    public static final int WRONG_INPUT = 2;
    /** A fault in Trainyard or in a plugin. */
    public static final int INTERNAL_ERROR = 3;

    /** A fault of ours, where other codes are those of a program; as docker and timeout tell it. */
    public static final int NOT_OF_PROGRAM = 125;
    /** A program may not be executed. */
    public static final int NOT_EXECUTABLE = 126;
    /** There is no such program. */
    public static final int NO_SUCH_PROGRAM = 127;

    /** What was asked for took too long. */
    public static final int TIMED_OUT = 124;
    /** Its terminal was closed. */
    public static final int HUNG_UP = 129;
    /** The user stopped it. */
    public static final int STOPPED = 130;

    /** Standard output was closed; as a shell says of a program that the system ended for that. */
    public static final int UNREAD = 141;

    private ExitCodes() {}
}
