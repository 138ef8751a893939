package io.trainyard.local.kubelet.process;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A small companion process that ends everything when this virtual machine ends without doing so itself, be it by {@code kill -9}. It holds the
 * other end of a pipe; when the pipe breaks, it acts. Blocks for the time of a write to a pipe; safe for several threads.
 */
final class ProcessGuard implements AutoCloseable {
    static final String SCRIPT =
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
            # A group keeps its number while one of its processes lives; but if its leader is another one than then, it is another group.
            ours() {
              [ -e "/proc/${1%%:*}" ] || return 0
              stat=$(cat "/proc/${1%%:*}/stat" 2>/dev/null) || return 0
              start=${1#*:}
              set -- ${stat##*) }
              [ "${20}" = "$start" ]
            }
            signal() {
              for group in $groups; do ours "$group" && kill -s "$1" -- "-${group%%:*}" 2>/dev/null; done
              for file in $(grep -lsF -e "$mark" /proc/[0-9]*/environ 2>/dev/null); do
                id=${file#/proc/}; kill -s "$1" "${id%/environ}" 2>/dev/null
              done
            }
            left() {
              for group in $groups; do ours "$group" && kill -s 0 -- "-${group%%:*}" 2>/dev/null && return 0; done
              grep -qsF -e "$mark" /proc/[0-9]*/environ 2>/dev/null
            }
            signal TERM
            count=0
            while left && [ "$count" -lt 50 ]; do sleep 0.1; count=$((count + 1)); done
            signal KILL
            """;

    private final Process companion;
    private final OutputStream orders;

    /** What the companion knows the groups as, by the marks of their containers: number and start of the leader. */
    private final Map<String, String> groups = new HashMap<>();

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

    /**
     * A process group that is to end with this virtual machine.
     *
     * @param mark of its container
     * @param leader the number of its first process, and of the group
     * @param start when that process started, as {@link StartTime} tells it
     */
    synchronized void add(String mark, long leader, String start) throws IOException {
        String group = leader + ":" + start;
        groups.put(mark, group);
        order("add " + group);
    }

    /** The group of a container has ended; its number may be used by others from now on. */
    synchronized void remove(String mark) throws IOException {
        @Nullable String group = groups.remove(mark);
        if (group != null) {
            order("remove " + group);
        }
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
