package io.trainyard.local.streaming.remotecommand;

import io.trainyard.foundation.json.Json;
import io.trainyard.local.streaming.FlowControl;
import io.trainyard.local.streaming.PendingBytes;
import io.trainyard.local.streaming.RemoteProgram;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ServerWebSocket;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The channels of one WebSocket: the first byte of each message says which one it is for. */
final class WebSocketCommandStreams implements CommandStreams {
    private static final int STDIN = 0;
    private static final int STDOUT = 1;
    private static final int STDERR = 2;
    private static final int ERROR = 3;
    private static final int RESIZE = 4;

    /** The client sends nothing more on the channel that the next byte names. */
    private static final int CLOSE = 255;

    private final ServerWebSocket socket;
    private final CommandOptions options;
    private final FlowControl flow;
    private final PendingBytes input = new PendingBytes();
    private final Promise<Void> closed = Promise.promise();
    private @Nullable RemoteProgram program;
    private Optional<WindowSize> size = Optional.empty();

    WebSocketCommandStreams(ServerWebSocket socket, CommandOptions options) {
        this.socket = socket;
        this.options = options;
        this.flow = new FlowControl(socket);
        socket.exceptionHandler(broken -> {});
        socket.closeHandler(nothing -> closed.tryComplete());
        socket.binaryMessageHandler(this::received);
        // Some clients send text as text; it means the same.
        socket.textMessageHandler(text -> received(Buffer.buffer(text)));
        if (!options.stdin()) {
            input.end();
        }
        // Clients wait for a first message before they say that they are connected.
        send(options.stdout() ? STDOUT : options.stderr() ? STDERR : ERROR, Buffer.buffer());
    }

    private void received(Buffer message) {
        if (message.length() == 0) {
            return;
        }
        Buffer content = message.slice(1, message.length());
        switch (Byte.toUnsignedInt(message.getByte(0))) {
            case STDIN -> {
                if (options.stdin() && content.length() > 0) {
                    flow.count(content.length(), input.add(content));
                }
            }
            case RESIZE -> {
                size = WindowSize.of(content).or(() -> size);
                tellSize();
            }
            case CLOSE -> {
                if (options.stdin() && content.length() > 0 && content.getByte(0) == STDIN) {
                    input.end();
                }
            }
            default -> {
                // Nothing that a program could be told.
            }
        }
    }

    private void tellSize() {
        RemoteProgram running = program;
        if (running != null) {
            size.ifPresent(known -> running.resize(known.columns(), known.rows()));
        }
    }

    @Override
    public void connect(RemoteProgram running) {
        program = running;
        tellSize();
        input.handTo(running.input());
    }

    @Override
    public Future<Void> stdout(Buffer bytes) {
        return options.stdout() ? send(STDOUT, bytes) : Future.succeededFuture();
    }

    @Override
    public Future<Void> stderr(Buffer bytes) {
        return options.stderr() ? send(STDERR, bytes) : Future.succeededFuture();
    }

    private Future<Void> send(int channel, Buffer bytes) {
        return socket.writeBinaryMessage(
                Buffer.buffer(bytes.length() + 1).appendByte((byte) channel).appendBuffer(bytes));
    }

    @Override
    public Future<Void> closed() {
        return closed.future();
    }

    @Override
    public void end(Map<String, Object> status) {
        send(ERROR, Buffer.buffer(Json.bytes(status))).onComplete(sent -> socket.close());
    }
}
