package io.trainyard.launcher.strangers;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetSocket;
import java.util.List;

/** Connections that live on by one request in a while, which is answered 415; each that is closed is opened again, after a moment. For one thread. */
final class KeptConnections {
    private static final Buffer REQUEST = Buffer.buffer(
            "POST /validate-trainer-kubeflow-org-v1alpha1-trainjob HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}");
    private static final long OPENED_AGAIN_MILLIS = 1_000;

    private final Vertx vertx;
    private final Tally tally;
    private final int port;
    private final int count;
    private final long pauseMillis;
    private final List<NetClient> clients;

    KeptConnections(Vertx vertx, Tally tally, int port, int count, long pauseMillis) {
        this.vertx = vertx;
        this.tally = tally;
        this.port = port;
        this.count = count;
        this.pauseMillis = pauseMillis;
        this.clients = Sources.clients(vertx, true);
    }

    void open() {
        for (int i = 0; i < count; i++) {
            open(clients.get(i % clients.size()));
        }
    }

    private void open(NetClient client) {
        client.connect(port, Sources.TARGET)
                .onSuccess(socket -> opened(client, socket))
                .onFailure(failure -> {
                    tally.add(Tally.REFUSED, 1);
                    again(client);
                })
                .onComplete(either -> tally.add(Tally.DONE, 1));
    }

    private void opened(NetClient client, NetSocket socket) {
        tally.add(Tally.OPENED, 1);
        tally.add(Tally.OPEN, 1);
        long timer = vertx.setPeriodic(0, pauseMillis, tick -> socket.write(REQUEST));
        socket.handler(answer -> tally.add(Tally.ANSWERED, 1));
        socket.exceptionHandler(ignored -> {});
        socket.closeHandler(closed -> {
            vertx.cancelTimer(timer);
            tally.add(Tally.OPEN, -1);
            again(client);
        });
    }

    private void again(NetClient client) {
        vertx.setTimer(OPENED_AGAIN_MILLIS, tick -> open(client));
    }
}
