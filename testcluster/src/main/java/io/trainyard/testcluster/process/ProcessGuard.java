package io.trainyard.testcluster.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Ends the processes that were entrusted to it when this virtual machine dies, even when it is killed and no shutdown
 * hook runs.
 *
 * <p>It is a small shell process that reads process ids from a pipe. The pipe ends when its writer, this virtual
 * machine, is no more. Safe for use by several threads.
 */
public final class ProcessGuard implements AutoCloseable {

    private static final String SCRIPT =
            """
            trap '' INT TERM HUP
            pids=' '
            while read -r verb pid; do
              case $verb in
                add) pids="$pids$pid " ;;
                drop) pids="${pids/ $pid / }" ;;
              esac
            done
            [ -z "${pids// /}" ] || kill -9 $pids 2>/dev/null
            """;

    private final Process shell;
    private final Writer pipe;

    private ProcessGuard(Process shell) {
        this.shell = shell;
        this.pipe = shell.outputWriter(StandardCharsets.US_ASCII);
    }

    /** Starts the guard; it guards nothing yet. */
    public static ProcessGuard start() {
        ProcessBuilder builder = new ProcessBuilder(List.of("bash", "-c", SCRIPT, "trainyard-testcluster-guard"))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        try {
            return new ProcessGuard(builder.start());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start bash, which guards the processes of the test cluster", e);
        }
    }

    public void add(ProcessHandle process) {
        send("add " + process.pid());
    }

    /** To be called once the process is gone, because its id may come to name another. */
    public void drop(ProcessHandle process) {
        send("drop " + process.pid());
    }

    /** Ends the guard. Processes that it still guards end, too; drop them first to let them live. */
    @Override
    public void close() {
        try {
            pipe.close();
        } catch (IOException e) {
            // The guard is gone already, and so is the pipe: nothing is left to be closed.
            shell.destroyForcibly();
        }
    }

    private synchronized void send(String line) {
        try {
            pipe.write(line + "\n");
            pipe.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("the guard of the test cluster's processes has died", e);
        }
    }
}
