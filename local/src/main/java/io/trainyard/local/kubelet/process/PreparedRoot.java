package io.trainyard.local.kubelet.process;

import io.trainyard.foundation.time.Blocking;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A mount namespace in which the mount points are that this machine lacks. Containers that start at the same moment begin with a copy of it, instead of
 * making all that again, each for itself. Held by a process that waits for the end of its input, and so ends with this virtual machine, however that ends.
 */
final class PreparedRoot implements AutoCloseable {
    /** Becomes the process that holds the namespace, when all is made. */
    static final List<String> HOLDER = List.of("/bin/sh", "-c", "trap '' INT HUP; echo ready; read -r end");

    private static final String READY = "ready";

    private final Process holder;

    private PreparedRoot(Process holder) {
        this.holder = holder;
    }

    /**
     * Makes one. Blocks for the time of a few programs.
     *
     * @param command makes mount points in a namespace of its own, and becomes the {@link #HOLDER}
     * @throws StartException when it could not
     */
    @Blocking("called on worker threads only")
    static PreparedRoot open(List<String> command) throws IOException {
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        @SuppressWarnings("resource") // The stream goes with the process.
        BufferedReader said =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        if (!READY.equals(said.readLine())) {
            process.destroyForcibly();
            throw new StartException("mount points cannot be prepared");
        }
        return new PreparedRoot(process);
    }

    boolean isOpen() {
        return holder.isAlive();
    }

    /**
     * The words before a command that make it run in there.
     *
     * @param nsenter the program of that name
     * @param ofUser whether a user namespace belongs to it
     */
    List<String> entry(String nsenter, boolean ofUser) {
        List<String> words = new ArrayList<>(List.of(nsenter, "--target", Long.toString(holder.pid()), "--mount"));
        if (ofUser) {
            words.addAll(List.of("--user", "--preserve-credentials"));
        }
        words.add("--");
        return words;
    }

    /** Containers that have entered it keep what they have. */
    @Override
    public void close() throws IOException {
        holder.getOutputStream().close();
    }
}
