package io.trainyard.local.streaming.remotecommand;

import io.trainyard.local.client.ApiException;

/**
 * Which streams a client wants.
 *
 * @param stdin whether it writes to the program
 * @param stdout whether it reads its standard output
 * @param stderr whether it reads its standard error
 * @param tty whether the program gets a terminal
 */
public record CommandOptions(boolean stdin, boolean stdout, boolean stderr, boolean tty) {
    /** Options that make sense together, or an {@link ApiException}. */
    public CommandOptions {
        if (!stdin && !stdout && !stderr) {
            throw ApiException.badRequest("you must specify at least 1 of stdin, stdout, stderr");
        }
        // A terminal has one output.
        stderr = stderr && !tty;
    }
}
