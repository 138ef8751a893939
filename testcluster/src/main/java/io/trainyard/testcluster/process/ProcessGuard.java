package io.trainyard.testcluster.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Ends the processes that were entrusted to it when this virtual machine dies, even when it is killed and no shutdown
 * hook runs.
 *
 * <p>It is a small shell process that reads process ids from a pipe, each with the time when that process started: ids are
 * used again within minutes, also by threads of other virtual machines. The pipe ends when its writer, this virtual
 * machine, is no more. Safe for use by several threads.
 */
public final class ProcessGuard implements AutoCloseable {

    private static final String SCRIPT =
            """
            trap '' INT TERM HUP
            processes=' '
            while read -r verb process; do
              case $verb in
                add) processes="$processes$process " ;;
                drop) processes="${processes/ $process / }" ;;
              esac
            done
            for process in $processes; do
              pid=${process%%:*} start=${process#*:}
              if [ -e /proc/self/stat ]; then
                stat=$(cat "/proc/$pid/stat" 2>/dev/null) || continue
                fields=(${stat##*) })
                [ "${fields[19]}" = "$start" ] || continue
              fi
              kill -9 "$pid" 2>/dev/null
            done
            """;

    private final Process shell;
    private final Writer pipe;
    private final Map<ProcessHandle, String> guarded = new HashMap<>();

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
        add(process, startOf(process.pid()));
    }

    /** As above, with what the system says of its start, in clock ticks since boot; empty where it says nothing. */
    synchronized void add(ProcessHandle process, String start) {
        String entry = process.pid() + ":" + start;
        guarded.put(process, entry);
        send("add " + entry);
    }

    /** To be called once the process is gone, or shall live on. */
    public synchronized void drop(ProcessHandle process) {
        String entry = guarded.remove(process);
        if (entry != null) {
            send("drop " + entry);
        }
    }

    private static String startOf(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"), StandardCharsets.ISO_8859_1);
            // The name of the program stands in parentheses and may hold anything.
            return stat.substring(stat.lastIndexOf(')') + 2).split(" ")[19];
        } catch (IOException notLinuxOrGone) {
            return "";
        }
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
