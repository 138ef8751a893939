package io.trainyard.local.streaming.spdy;

import io.trainyard.local.streaming.ByteReceiver;
import io.trainyard.local.streaming.PendingBytes;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.Map;

/** One stream of a connection, which the client has opened. On its event loop. */
public final class SpdyStream {
    private final SpdyConnection connection;
    private final int id;
    private final Map<String, String> headers;
    private final PendingBytes received = new PendingBytes();
    private boolean inputEnded;
    private boolean outputEnded;

    SpdyStream(SpdyConnection connection, int id, Map<String, String> headers) {
        this.connection = connection;
        this.id = id;
        this.headers = Map.copyOf(headers);
    }

    /** What the client has said of it; empty when it has not said that. The name is in lower case. */
    public String header(String name) {
        return headers.getOrDefault(name, "");
    }

    /** Hands over what the client has sent and will send. The end is told once, also when the connection breaks. */
    public void receive(ByteReceiver receiver) {
        received.handTo(receiver);
    }

    /** Sends bytes; completes when the next may come. */
    public Future<Void> write(Buffer bytes) {
        return outputEnded ? Future.failedFuture("the stream is closed") : connection.data(id, bytes, false);
    }

    /** Sends that nothing more will come. May be called more than once. */
    public void end() {
        if (!outputEnded) {
            outputEnded = true;
            connection.data(id, Buffer.buffer(), true);
            forgetIfOver();
        }
    }

    Future<Void> received(Buffer bytes) {
        return inputEnded ? Future.succeededFuture() : received.add(bytes);
    }

    void ended() {
        if (!inputEnded) {
            inputEnded = true;
            received.end();
            forgetIfOver();
        }
    }

    /** Neither side sends any more. */
    void reset() {
        outputEnded = true;
        ended();
    }

    private void forgetIfOver() {
        if (inputEnded && outputEnded) {
            connection.forget(id);
        }
    }
}
