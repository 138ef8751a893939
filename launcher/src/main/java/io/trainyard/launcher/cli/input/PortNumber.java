package io.trainyard.launcher.cli.input;

import static io.trainyard.launcher.cli.process.CommandException.wrong;

import io.trainyard.launcher.cli.process.CommandException;

/** The port of an option; 0 is any free one. */
public final class PortNumber {
    private static final int MAX = 65_535;

    private PortNumber() {}

    /**
     * The port, if it can be one.
     *
     * @throws CommandException that names the option, when it cannot
     */
    public static int of(String option, int port) {
        if (port < 0 || port > MAX) {
            throw wrong(option + ": must be a number from 0 to " + MAX + ", not " + port);
        }
        return port;
    }
}
