package io.trainyard.bench;

import io.vertx.core.Vertx;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Stands between an API server and a webhook server, passes bytes on as they are, and measures each exchange ({@link Exchanges}), its own delay
 * included: finer than the API server's histogram, whose bounds are 5 and 25 ms.
 */
final class TimedRelay implements AutoCloseable {
    private static final String HOST = "127.0.0.1";
    private static final int SECONDS = 10;

    private final Vertx vertx = Vertx.vertx();
    private final int target;
    private final NetServer server;
    private final Queue<Long> nanos = new ConcurrentLinkedQueue<>();
    private final AtomicInteger connections = new AtomicInteger();

    private TimedRelay(int target) {
        this.target = target;
        this.server = vertx.createNetServer().connectHandler(this::connect);
    }

    /**
     * Begins to pass bytes on.
     *
     * @param target port of the webhook server on this machine
     */
    static TimedRelay start(int target) throws Exception {
        TimedRelay relay = new TimedRelay(target);
        relay.server.listen(0, HOST).toCompletionStage().toCompletableFuture().get(SECONDS, TimeUnit.SECONDS);
        return relay;
    }

    int port() {
        return server.actualPort();
    }

    /** Forgets what was measured. */
    void reset() {
        nanos.clear();
        connections.set(0);
    }

    /** How long the exchanges took since the last reset, in nanoseconds, the shortest first. */
    long[] sorted() {
        return nanos.stream().mapToLong(Long::longValue).sorted().toArray();
    }

    /** Connections that were opened since the last reset. */
    int connections() {
        return connections.get();
    }

    private void connect(NetSocket client) {
        connections.incrementAndGet();
        client.pause();
        vertx.createNetClient()
                .connect(target, HOST)
                .onSuccess(webhook -> pass(client, webhook))
                .onFailure(failure -> client.close());
    }

    private void pass(NetSocket client, NetSocket webhook) {
        Exchanges exchanges = new Exchanges();
        client.handler(bytes -> {
            exchanges.request(System.nanoTime()).ifPresent(nanos::add);
            webhook.write(bytes);
        });
        webhook.handler(bytes -> {
            client.write(bytes);
            exchanges.answer(System.nanoTime());
        });
        webhook.closeHandler(closed -> client.close());
        client.closeHandler(closed -> {
            exchanges.end().ifPresent(nanos::add);
            webhook.close();
        });
        client.resume();
    }

    @Override
    public void close() {
        vertx.close()
                .toCompletionStage()
                .toCompletableFuture()
                .orTimeout(SECONDS, TimeUnit.SECONDS)
                .join();
    }
}
