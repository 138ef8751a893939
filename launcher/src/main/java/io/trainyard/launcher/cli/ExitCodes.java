package io.trainyard.launcher.cli;

/** How commands end (LOCAL-92). */
final class ExitCodes {
    static final int DONE = 0;
    /** What was asked for did not succeed. */
    static final int FAILED = 1;
    /** Input, options or arguments are wrong. */
    static final int WRONG_INPUT = 2;
    /** A fault in Trainyard or in a plugin. */
    static final int INTERNAL_ERROR = 3;

    private ExitCodes() {}
}
