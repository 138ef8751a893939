package io.trainyard.local.kubelet.process;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A small companion process that ends everything when this virtual machine ends without doing so itself, be it by {@code kill -9}. It holds the
 * other end of a pipe; when the pipe breaks, it acts. Blocks for the time of a write to a pipe; safe for several threads.
 */
final class ProcessGuard implements AutoCloseable {
    private static final String SCRIPT =
            """
            trap '' INT HUP
            mark=$1
            groups=' '
            while read -r what group; do
              case "$what" in
                add) groups="$groups$group " ;;
                remove) groups="${groups%%" $group "*} ${groups#*" $group "}" ;;
                done) exit 0 ;;
              esac
            done
            signal() {
              for group in $groups; do kill -s "$1" -- "-$group" 2>/dev/null; done
              for file in $(grep -lsF -e "$mark" /proc/[0-9]*/environ 2>/dev/null); do
                id=${file#/proc/}; kill -s "$1" "${id%/environ}" 2>/dev/null
              done
            }
            left() {
              for group in $groups; do kill -s 0 -- "-$group" 2>/dev/null && return 0; done
              grep -qsF -e "$mark" /proc/[0-9]*/environ 2>/dev/null
            }
            signal TERM
            count=0
            while left && [ "$count" -lt 50 ]; do sleep 0.1; count=$((count + 1)); done
            signal KILL
            """;

    private final Process companion;
    private final OutputStream orders;

    private ProcessGuard(Process companion) {
        this.companion = companion;
        this.orders = companion.getOutputStream();
    }

    /**
     * Starts a guard.
     *
     * @param session words that give a program a session of its own, so that a Ctrl-C in the terminal does not reach it; may be empty
     * @param mark name and value of a variable that all guarded processes have
     */
    static ProcessGuard start(List<String> session, String mark) throws IOException {
        List<String> command = new ArrayList<>(session);
        command.addAll(List.of("sh", "-c", SCRIPT, "trainyard-guard", mark));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.redirectOutput(ProcessBuilder.Redirect.DISCARD).redirectError(ProcessBuilder.Redirect.DISCARD);
        return new ProcessGuard(builder.start());
    }

    /** A process group that is to end with this virtual machine. */
    void add(long group) throws IOException {
        order("add " + group);
    }

    /** A process group that has ended; its number may be used by others from now on. */
    void remove(long group) throws IOException {
        order("remove " + group);
    }

    private synchronized void order(String order) throws IOException {
        orders.write((order + "\n").getBytes(StandardCharsets.US_ASCII));
        orders.flush();
    }

    /** Everything has ended; there is nothing to guard. */
    @Override
    public void close() throws IOException {
        order("done");
        orders.close();
        companion.destroy();
    }
}
