package io.trainyard.launcher.deploy;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Plays the Service of a Deployment, as kube-proxy implements it: each new connection goes to one of the endpoints in turn, and stays with it until one of
 * the two ends closes. An endpoint that is told to end gets new connections for {@link #DELAY} more, because a cluster learns of it late. Methods may be
 * called from any thread.
 */
public final class LateBalancer implements AutoCloseable {
    /** From the SIGTERM of a process until it gets no more connections. */
    public static final Duration DELAY = Duration.ofMillis(500);

    private static final int BUFFER = 16 * 1024;

    private final ServerSocket server;
    private final List<Integer> endpoints = new CopyOnWriteArrayList<>();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger turns = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();
    private final ExecutorService pumps = Executors.newCachedThreadPool();
    private final ScheduledExecutorService removals = Executors.newSingleThreadScheduledExecutor();

    private LateBalancer(ServerSocket server) {
        this.server = server;
    }

    /** Listens on a free port of this machine; has no endpoints yet, and closes each connection until it has one. */
    public static LateBalancer open() throws IOException {
        var balancer = new LateBalancer(new ServerSocket(0, 256, InetAddress.getLoopbackAddress()));
        balancer.pumps.execute(balancer::accept);
        return balancer;
    }

    /** Where clients connect to. */
    public int port() {
        return server.getLocalPort();
    }

    /** A process on this machine is ready: it gets connections from now on. */
    public void add(int port) {
        endpoints.add(port);
    }

    /** A process is told to end, at this moment: it gets no more connections after {@link #DELAY}. Returns at once. */
    public void removeLate(int port) {
        removals.schedule(() -> endpoints.remove(Integer.valueOf(port)), DELAY.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** How many connections no endpoint took: there was none, or it was not there. */
    public int refused() {
        return refused.get();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                pumps.execute(() -> connect(client));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void connect(Socket client) {
        List<Integer> now = List.copyOf(endpoints);
        try {
            if (now.isEmpty()) {
                throw new IOException("no endpoints");
            }
            int port = now.get(Math.floorMod(turns.getAndIncrement(), now.size()));
            Socket endpoint = new Socket(InetAddress.getLoopbackAddress(), port);
            client.setTcpNoDelay(true);
            endpoint.setTcpNoDelay(true);
            open.add(client);
            open.add(endpoint);
            pumps.execute(() -> pump(client, endpoint));
            pump(endpoint, client);
        } catch (IOException nobody) {
            refused.incrementAndGet();
            close(client);
        }
    }

    /** Passes bytes on until the one end has no more; the other direction may go on. */
    private void pump(Socket from, Socket to) {
        byte[] buffer = new byte[BUFFER];
        try {
            InputStream in = from.getInputStream();
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                to.getOutputStream().write(buffer, 0, count);
            }
            to.shutdownOutput();
            if (from.isOutputShutdown()) {
                close(from);
                close(to);
            }
        } catch (IOException broken) {
            close(from);
            close(to);
        }
    }

    private void close(Socket socket) {
        open.remove(socket);
        try {
            socket.close();
        } catch (IOException ignored) {
            // It is of no more use either way.
        }
    }

    /** Ends all connections. */
    @Override
    public void close() throws IOException {
        server.close();
        removals.shutdownNow();
        open.forEach(this::close);
        pumps.shutdown();
    }
}
