package io.trainyard.local.streaming.remotecommand;

import io.trainyard.foundation.json.Json;
import io.trainyard.local.streaming.ByteReceiver;
import io.trainyard.local.streaming.RemoteProgram;
import io.trainyard.local.streaming.spdy.SpdyConnection;
import io.trainyard.local.streaming.spdy.SpdyStream;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetSocket;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The streams of one SPDY connection: their header {@code streamType} says what each is for. */
final class SpdyCommandStreams implements CommandStreams {
    private static final String STDIN = "stdin";
    private static final String STDOUT = "stdout";
    private static final String STDERR = "stderr";
    private static final String ERROR = "error";
    private static final String RESIZE = "resize";

    private final Map<String, SpdyStream> streams = new HashMap<>();
    private final Set<String> expected = new HashSet<>(Set.of(ERROR));
    private final Promise<CommandStreams> complete = Promise.promise();
    private final Promise<Void> closed = Promise.promise();
    private final SpdyConnection connection;

    private SpdyCommandStreams(NetSocket socket, CommandOptions options) {
        expect(STDIN, options.stdin());
        expect(STDOUT, options.stdout());
        expect(STDERR, options.stderr());
        expect(RESIZE, options.tty());
        connection = SpdyConnection.over(socket, socket, this::opened);
        socket.closeHandler(nothing -> {
            connection.close();
            closed.tryComplete();
            complete.tryFail("the client has left");
        });
    }

    /** Completes when the client has opened all streams that it has asked for; fails when it leaves before. */
    static Future<CommandStreams> over(NetSocket socket, CommandOptions options) {
        return new SpdyCommandStreams(socket, options).complete.future();
    }

    private void expect(String type, boolean wanted) {
        if (wanted) {
            expected.add(type);
        }
    }

    private void opened(SpdyStream stream) {
        String type = stream.header("streamtype");
        if (!expected.contains(type) || streams.putIfAbsent(type, stream) != null) {
            stream.receive(ByteReceiver.DISCARDING);
            stream.end();
        } else if (streams.keySet().equals(expected)) {
            complete.tryComplete(this);
        }
    }

    @Override
    public void connect(RemoteProgram program) {
        SpdyStream resize = streams.get(RESIZE);
        if (resize != null) {
            resize.receive(new SizeReader(program));
        }
        SpdyStream stdin = streams.get(STDIN);
        if (stdin == null) {
            program.input().end();
        } else {
            stdin.receive(program.input());
        }
    }

    /** Takes sizes; clients send each in one piece. */
    private record SizeReader(RemoteProgram program) implements ByteReceiver {
        @Override
        public Future<Void> take(Buffer bytes) {
            WindowSize.of(bytes).ifPresent(size -> program.resize(size.columns(), size.rows()));
            return Future.succeededFuture();
        }

        @Override
        public void end() {
            // The window stays as it is.
        }
    }

    @Override
    public Future<Void> stdout(Buffer bytes) {
        return write(STDOUT, bytes);
    }

    @Override
    public Future<Void> stderr(Buffer bytes) {
        return write(STDERR, bytes);
    }

    private Future<Void> write(String type, Buffer bytes) {
        SpdyStream stream = streams.get(type);
        return stream == null ? Future.succeededFuture() : stream.write(bytes);
    }

    @Override
    public Future<Void> closed() {
        return closed.future();
    }

    @Override
    public void end(Map<String, Object> status) {
        write(ERROR, Buffer.buffer(Json.bytes(status)));
        streams.values().forEach(SpdyStream::end);
        connection.goAway();
    }
}
