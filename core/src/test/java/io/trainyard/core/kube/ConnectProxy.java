package io.trainyard.core.kube;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** An HTTP proxy that leads every CONNECT to one port of this machine, whatever name is asked for. */
final class ConnectProxy implements AutoCloseable {
    private static final String AUTHORIZATION = "proxy-authorization: ";

    /** What a client asked for: a host and port, and the credentials that it gave. */
    record Asked(String target, Optional<String> authorization) {}

    final List<Asked> asked = new CopyOnWriteArrayList<>();
    private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final int target;

    ConnectProxy(int target) throws IOException {
        this.target = target;
        threads.execute(this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                threads.execute(() -> serve(client));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket client) {
        try (client;
                Socket there = new Socket(InetAddress.getLoopbackAddress(), target)) {
            // One byte at a time: what follows the head is not for this reader.
            BufferedReader head =
                    new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.ISO_8859_1), 1);
            String request = head.readLine();
            Optional<String> authorization = Optional.empty();
            for (String line = head.readLine(); line != null && !line.isEmpty(); line = head.readLine()) {
                if (line.regionMatches(true, 0, AUTHORIZATION, 0, AUTHORIZATION.length())) {
                    authorization = Optional.of(line.substring(AUTHORIZATION.length()));
                }
            }
            asked.add(new Asked(request.split(" ")[1], authorization));
            client.getOutputStream().write("HTTP/1.1 200 OK\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
            threads.execute(() -> copy(there, client));
            client.getInputStream().transferTo(there.getOutputStream());
        } catch (IOException | RuntimeException ended) {
            // The client sees it.
        }
    }

    private static void copy(Socket from, Socket to) {
        try (from;
                to) {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException ended) {
            // Both are closed.
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        threads.shutdownNow();
    }
}
