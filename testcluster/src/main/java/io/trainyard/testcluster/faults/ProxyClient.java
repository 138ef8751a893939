package io.trainyard.testcluster.faults;

import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;

/**
 * The way to the API server that one client has for itself, so that it can be cut off while the others go on. Safe for use by several threads, but for what
 * is not public.
 */
public final class ProxyClient implements AutoCloseable {
    private final FaultProxy proxy;
    private final String name;
    private final Set<HttpConnection> connections = ConcurrentHashMap.newKeySet();
    private final Deque<Runnable> waiting = new ArrayDeque<>();
    private final Queue<CallRecord> records = new ConcurrentLinkedQueue<>();
    private volatile boolean connected = true;
    private volatile int port;
    private int actions;

    ProxyClient(FaultProxy proxy, String name) {
        this.proxy = proxy;
        this.name = name;
    }

    /** What {@link ApiCall#client} says of its requests. */
    public String name() {
        return name;
    }

    /** What the client takes for the address of the API server. */
    public String url() {
        return proxy.scheme() + "://127.0.0.1:" + port;
    }

    /** A kubeconfig file that leads here, for the user of another one of the same cluster. */
    public Path kubeconfig(Path original) {
        try {
            String there = Files.readString(original);
            String here = there.replace(proxy.apiServerUrl(), url());
            if (here.equals(there)) {
                throw new IllegalArgumentException(original + " does not lead to " + proxy.apiServerUrl());
            }
            return Files.writeString(proxy.folder().resolve("proxy-" + port + "-" + original.getFileName()), here);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * From this moment on nothing that the client sends gets through, and nothing comes back: as if its process had been killed, or its network cut. What
     * the API server is doing for it at this moment it may still do.
     */
    public void disconnect() {
        connected = false;
        proxy.runOnLoop(() -> connections.forEach(HttpConnection::close));
    }

    /** Ends all connections; the client may open new ones at once. */
    public void dropConnections() {
        proxy.runOnLoop(() -> connections.forEach(HttpConnection::close));
    }

    /** The way is open again, for new connections. */
    public void reconnect() {
        connected = true;
    }

    public boolean isConnected() {
        return connected;
    }

    /** What it asked so far and is over, in the order of asking; of watches, that they were opened. */
    public List<CallRecord> calls(Predicate<CallRecord> which) {
        return records.stream()
                .filter(which)
                .sorted(Comparator.comparingLong(record -> record.call().number()))
                .toList();
    }

    /** As {@link #disconnect}; to be called when the client is not needed any more. */
    @Override
    public void close() {
        disconnect();
    }

    void record(CallRecord record) {
        records.add(record);
    }

    void listen(HttpServer server) {
        server.connectionHandler(this::connected).requestHandler(this::asked);
    }

    void listens(int at) {
        port = at;
    }

    private void connected(HttpConnection connection) {
        connections.add(connection);
        connection.closeHandler(closed -> connections.remove(connection));
        if (!connected) {
            connection.close();
        }
    }

    private void asked(HttpServerRequest request) {
        if (connected) {
            Exchange.begin(proxy, this, request);
        } else {
            request.connection().close();
        }
    }

    /** An action is due that is to come before everything that the client asks for from now on. */
    void beginAction() {
        actions++;
    }

    void endAction() {
        actions--;
        while (actions == 0 && !waiting.isEmpty()) {
            waiting.remove().run();
        }
    }

    void afterPendingActions(Runnable task) {
        if (actions == 0) {
            task.run();
        } else {
            waiting.add(task);
        }
    }
}
