package io.trainyard.local.kubelet.naming;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/** Asks the machine which ports are free, and claims them. Blocks for the time of a few system calls. */
public final class FreePorts {
    private static final int ATTEMPTS = 1000;

    /** Below the ports from which systems choose those of outgoing connections: one of these could be taken before a program listens. */
    private static final int FIRST = 20_000;

    private static final int END = 32_768;

    private FreePorts() {}

    /**
     * The wished-for port if nobody listens on it and nobody has claimed it, otherwise a free one.
     *
     * @return to be closed by the caller
     * @throws UncheckedIOException when this machine has no free port
     */
    public static PortClaim choose(int wish) {
        Optional<PortClaim> claim = claim(wish);
        for (int attempt = 0; claim.isEmpty() && attempt < ATTEMPTS; attempt++) {
            claim = claim(ThreadLocalRandom.current().nextInt(FIRST, END));
        }
        return claim.orElseThrow(
                () -> new UncheckedIOException(new IOException("no free port found in " + ATTEMPTS + " attempts")));
    }

    /** Claims before it looks, or two that look at the same time would both see a free port. */
    private static Optional<PortClaim> claim(int port) {
        return PortClaim.of(port).filter(claim -> {
            boolean free = isFree(port);
            if (!free) {
                claim.close();
            }
            return free;
        });
    }

    /** Whether nobody listens there. Binds without listening: a program that begins to listen meanwhile is not disturbed. */
    public static boolean isFree(int port) {
        try (Socket socket = new Socket()) {
            // Connections of an earlier run that linger must not count as a listener.
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(port));
            return true;
        } catch (IOException taken) {
            return false;
        }
    }
}
