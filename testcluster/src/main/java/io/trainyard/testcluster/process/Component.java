package io.trainyard.testcluster.process;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * One running program of the cluster. It reads nothing, and writes to a log file of its own. Safe for use by several
 * threads.
 */
public final class Component {

    private static final int LINES_IN_MESSAGES = 15;

    private final String name;
    private final Process process;
    private final Path log;

    private Component(String name, Process process, Path log) {
        this.name = name;
        this.process = process;
        this.log = log;
    }

    /**
     * Starts a program.
     *
     * @param name how messages call it; also the name of its log file
     * @param command the program and its arguments
     * @param environment variables to set besides those of this process; may be empty
     * @param logFolder an existing folder, which gets {@code <name>.log}; an older log is continued
     * @throws UncheckedIOException when the operating system cannot start the program
     */
    public static Component start(String name, List<String> command, Map<String, String> environment, Path logFolder) {
        Path log = logFolder.resolve(name + ".log");
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().putAll(environment);
        try {
            return new Component(name, builder.start(), log);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + name + " (" + command.get(0) + ")", e);
        }
    }

    public String name() {
        return name;
    }

    public Path log() {
        return log;
    }

    public ProcessHandle handle() {
        return process.toHandle();
    }

    /**
     * Returns if the component runs.
     *
     * @throws ComponentFailedException when it has ended
     */
    public void requireRunning() {
        if (!process.isAlive()) {
            throw failure("ended by itself with code " + process.exitValue());
        }
    }

    /** An error about this component, with the end of its log. */
    public ComponentFailedException failure(String what) {
        String tail = LogTail.read(log, LINES_IN_MESSAGES);
        return new ComponentFailedException(
                name + " " + what + "; the end of its log " + log + ":\n" + tail,
                tail.toLowerCase(Locale.ROOT).contains("address already in use"));
    }

    /**
     * Ends the program at once, without giving it a chance to tidy up, and waits until it is gone. Does nothing when it
     * has ended before.
     */
    public void kill() {
        process.destroyForcibly();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    if (!process.waitFor(10, TimeUnit.SECONDS)) {
                        throw new IllegalStateException(
                                name + " (process " + process.pid() + ") survived being killed");
                    }
                    return;
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
