package io.trainyard.launcher.strangers;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetSocket;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;

/** Connections, evenly to all ports and from all addresses, on each of which a beginning is sent. Each is opened once. For one thread. */
final class HeldConnections {
    private static final int AT_ONCE = 100;

    /** A handshake costs milliseconds of computing on both sides. */
    private static final int HANDSHAKES_AT_ONCE = 10;

    private static final int HALF_HEADER = 7_500;

    private final Tally tally;
    private final List<Integer> ports;
    private final int count;
    private final int atOnce;
    private final Buffer beginning;
    private final List<NetClient> clients;
    private int begun;

    HeldConnections(Vertx vertx, Tally tally, Attack attack, List<Integer> ports, int count) {
        this.tally = tally;
        this.ports = ports;
        this.count = count;
        this.atOnce = attack == Attack.HALF_REQUEST_OVER_TLS ? HANDSHAKES_AT_ONCE : AT_ONCE;
        this.beginning = attack == Attack.HALF_HANDSHAKE
                ? Buffer.buffer(greeting())
                : Buffer.buffer("GET /healthz HTTP/1.1\r\nHost: localhost\r\nCookie: " + "a".repeat(HALF_HEADER - 52));
        this.clients = Sources.clients(vertx, attack == Attack.HALF_REQUEST_OVER_TLS);
    }

    /** What a client says first. The server answers with its certificate and waits for a key. */
    private static byte[] greeting() {
        try {
            SSLEngine engine = SSLContext.getDefault().createSSLEngine("localhost", 1);
            engine.setUseClientMode(true);
            ByteBuffer out = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
            engine.wrap(ByteBuffer.allocate(0), out);
            byte[] bytes = new byte[out.flip().remaining()];
            out.get(bytes);
            return bytes;
        } catch (GeneralSecurityException | SSLException everyJavaHasIt) {
            throw new IllegalStateException(everyJavaHasIt);
        }
    }

    void open() {
        for (int i = 0; i < atOnce; i++) {
            next();
        }
    }

    private void next() {
        if (begun == count) {
            return;
        }
        int number = begun++;
        clients.get(number % clients.size())
                .connect(ports.get(number / clients.size() % ports.size()), Sources.TARGET)
                .onSuccess(this::opened)
                .onFailure(failure -> tally.add(Tally.REFUSED, 1))
                .onComplete(either -> {
                    tally.add(Tally.DONE, 1);
                    next();
                });
    }

    private void opened(NetSocket socket) {
        tally.add(Tally.OPENED, 1);
        tally.add(Tally.OPEN, 1);
        socket.exceptionHandler(ignored -> {});
        socket.closeHandler(closed -> tally.add(Tally.OPEN, -1));
        socket.write(beginning);
    }
}
