package io.trainyard.local.kubelet.naming;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Asks the machine which ports are free. Blocks for the time of a few system calls. */
public final class FreePorts {
    private static final int ATTEMPTS = 100;

    private FreePorts() {}

    /**
     * For each wished-for port that port if nobody listens on it, otherwise a free one.
     *
     * @param taken ports that are not to be used, whoever listens
     */
    public static Map<Integer, Integer> choose(Set<Integer> wishes, Set<Integer> taken) {
        Map<Integer, Integer> chosen = new LinkedHashMap<>();
        Set<Integer> used = new HashSet<>(taken);
        for (int wish : wishes) {
            int port = !used.contains(wish) && isFree(wish) ? wish : anyFree(used, wishes);
            used.add(port);
            chosen.put(wish, port);
        }
        return chosen;
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            // Connections of an earlier run that linger must not count as a listener.
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(port));
            return true;
        } catch (IOException taken) {
            return false;
        }
    }

    private static int anyFree(Set<Integer> used, Set<Integer> wishes) {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            try (ServerSocket socket = new ServerSocket(0)) {
                int port = socket.getLocalPort();
                if (!used.contains(port) && !wishes.contains(port)) {
                    return port;
                }
            } catch (IOException e) {
                throw new UncheckedIOException("no free port", e);
            }
        }
        throw new UncheckedIOException(new IOException("no free port found in " + ATTEMPTS + " attempts"));
    }
}
