package io.trainyard.local.streaming.spdy;

import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.spdy.DefaultSpdyDataFrame;
import io.netty.handler.codec.spdy.DefaultSpdyGoAwayFrame;
import io.netty.handler.codec.spdy.DefaultSpdyRstStreamFrame;
import io.netty.handler.codec.spdy.DefaultSpdySynReplyFrame;
import io.netty.handler.codec.spdy.SpdyDataFrame;
import io.netty.handler.codec.spdy.SpdyFrame;
import io.netty.handler.codec.spdy.SpdyPingFrame;
import io.netty.handler.codec.spdy.SpdyRstStreamFrame;
import io.netty.handler.codec.spdy.SpdyStreamStatus;
import io.netty.handler.codec.spdy.SpdySynStreamFrame;
import io.netty.util.ReferenceCountUtil;
import io.trainyard.local.streaming.FlowControl;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.ReadStream;
import io.vertx.core.streams.WriteStream;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The server's end of a connection, in which the client opens streams. On one event loop. Its owner closes it when the socket below has been closed.
 */
public final class SpdyConnection {
    private static final Logger LOG = LoggerFactory.getLogger(SpdyConnection.class);

    private final SpdyCodec codec = new SpdyCodec();
    private final WriteStream<Buffer> out;
    private final FlowControl flow;
    private final Consumer<SpdyStream> accept;
    private final Map<Integer, SpdyStream> streams = new HashMap<>();
    private int lastStream;
    private boolean closed;

    private SpdyConnection(ReadStream<Buffer> in, WriteStream<Buffer> out, Consumer<SpdyStream> accept) {
        this.out = out;
        this.flow = new FlowControl(in);
        this.accept = accept;
    }

    /**
     * Speaks SPDY over a socket.
     *
     * @param in what the client sends
     * @param out the same socket, to write to
     * @param accept is given each stream that the client opens
     */
    public static SpdyConnection over(ReadStream<Buffer> in, WriteStream<Buffer> out, Consumer<SpdyStream> accept) {
        SpdyConnection connection = new SpdyConnection(in, out, accept);
        in.exceptionHandler(failure -> LOG.debug("a connection of a client broke", failure));
        in.handler(connection::received);
        return connection;
    }

    private void received(Buffer bytes) {
        if (closed) {
            return;
        }
        try {
            for (SpdyFrame frame : codec.decode(bytes)) {
                try {
                    handle(frame);
                } finally {
                    ReferenceCountUtil.release(frame);
                }
            }
        } catch (Exception notSpdy) {
            // Netty throws checked ones, too, without saying so.
            LOG.debug("a client does not speak SPDY", notSpdy);
            goAway();
        }
    }

    private void handle(SpdyFrame frame) {
        if (frame instanceof SpdySynStreamFrame opened) {
            open(opened);
        } else if (frame instanceof SpdyDataFrame data) {
            receive(data);
        } else if (frame instanceof SpdyRstStreamFrame reset) {
            SpdyStream stream = streams.remove(reset.streamId());
            if (stream != null) {
                stream.reset();
            }
        } else if (frame instanceof SpdyPingFrame ping && ping.id() % 2 != 0) {
            send(ping);
        }
        // Windows and settings are not for us: these clients have neither, and the socket below lets them wait.
    }

    private void open(SpdySynStreamFrame frame) {
        int id = frame.streamId();
        if (frame.isInvalid() || id <= lastStream) {
            send(new DefaultSpdyRstStreamFrame(id, SpdyStreamStatus.PROTOCOL_ERROR));
            return;
        }
        lastStream = id;
        Map<String, String> headers = new HashMap<>();
        frame.headers()
                .forEach(header -> headers.put(
                        header.getKey().toString().toLowerCase(Locale.ROOT),
                        header.getValue().toString()));
        SpdyStream stream = new SpdyStream(this, id, headers);
        streams.put(id, stream);
        DefaultSpdySynReplyFrame reply = new DefaultSpdySynReplyFrame(id);
        // Without any header the block would be empty, which clients in Go cannot read.
        reply.headers().add("server", "trainyard");
        send(reply);
        if (frame.isLast()) {
            stream.ended();
        }
        accept.accept(stream);
    }

    private void receive(SpdyDataFrame frame) {
        SpdyStream stream = streams.get(frame.streamId());
        if (stream == null) {
            return;
        }
        byte[] bytes = ByteBufUtil.getBytes(frame.content());
        if (bytes.length > 0) {
            flow.count(bytes.length, stream.received(Buffer.buffer(bytes)));
        }
        if (frame.isLast()) {
            stream.ended();
        }
    }

    Future<Void> data(int stream, Buffer bytes, boolean last) {
        DefaultSpdyDataFrame frame = new DefaultSpdyDataFrame(stream, Unpooled.wrappedBuffer(bytes.getBytes()));
        frame.setLast(last);
        return send(frame);
    }

    void forget(int stream) {
        streams.remove(stream);
    }

    private Future<Void> send(SpdyFrame frame) {
        if (closed) {
            ReferenceCountUtil.release(frame);
            return Future.failedFuture("the connection is closed");
        }
        return out.write(codec.encode(frame));
    }

    /** Tells the client that nothing more will come, and closes the socket when that is written. */
    public void goAway() {
        if (!closed) {
            send(new DefaultSpdyGoAwayFrame(lastStream)).onComplete(sent -> out.end());
            close();
        }
    }

    /** The socket is closed. May be called more than once. */
    public void close() {
        if (!closed) {
            closed = true;
            codec.close();
            List.copyOf(streams.values()).forEach(SpdyStream::reset);
            streams.clear();
        }
    }
}
