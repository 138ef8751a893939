package io.trainyard.local.kubelet.process;

import java.lang.ProcessBuilder.Redirect;
import java.util.function.Consumer;

/**
 * Standard streams that a program in the foreground shares with this process.
 *
 * @param input what it reads
 * @param resizes takes what is to be done whenever the terminal has another size
 */
public record Console(Redirect input, Stream output, Stream errors, Consumer<Runnable> resizes) {
    /**
     * Where it writes.
     *
     * @param terminal whether somebody looks at it, so that the program is to believe that it writes to a terminal
     */
    public record Stream(Redirect target, boolean terminal) {}
}
