package io.trainyard.core.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * One connection: how far its requests have come, and its deadlines. Sees all bytes before TLS does, and closes without asking TLS. Lives on the event loop of its
 * listener.
 */
final class OpenConnection extends ChannelDuplexHandler {
    /**
     * How far the requests of a connection have come.
     *
     * @param partOfHeader whether a part of a header has come, or more than a whole request
     * @param partOfBody whether the end of a body is to come
     * @param handled whether one is not answered of which the header has come; its handler bounds the time for its body
     * @param answering whether all of such a one has come
     */
    record Progress(boolean partOfHeader, boolean partOfBody, boolean handled, boolean answering) {}

    /** The address at the other end; empty when it is not known. */
    final String address;

    private final Channel channel;
    private final Gate gate;
    private final ChannelHandler inside;
    private final TlsRecords records = new TlsRecords();
    private boolean begun;

    /** Before the first request. */
    private boolean isNew = true;

    private int newBytes;
    private Optional<Http2ConnectionHandler> http2 = Optional.empty();
    private Progress requests = new Progress(false, false, false, false);
    private Future<?> header;
    private Future<?> quiet;

    /**
     * @param inside makes of the channel one that speaks HTTP
     */
    OpenConnection(Channel channel, Gate gate, ChannelHandler inside) {
        this.channel = channel;
        this.gate = gate;
        this.inside = inside;
        this.address = channel.remoteAddress() instanceof InetSocketAddress remote
                ? remote.getAddress().getHostAddress()
                : "";
        this.header = after(gate.limits.header(), this::close);
        this.quiet = after(gate.limits.quiet(), this::closeUnlessAnswering);
    }

    /** Whether a request has come as a whole that is not answered; not known of HTTP/2. */
    boolean isAnswering() {
        return requests.answering();
    }

    /** Begins to read; does nothing when it has begun. */
    void begin() {
        if (!begun && channel.isActive()) {
            begun = true;
            // Those that still wait cost nothing yet, and go first.
            gate.connections.touch(this);
            channel.pipeline().addLast(inside);
            channel.config().setAutoRead(true);
        }
    }

    /** Watches requests from the first one on. */
    void speaksHttp() {
        http2 = Optional.ofNullable(channel.pipeline().get(Http2ConnectionHandler.class));
        if (http2.isEmpty()) {
            RequestWatch.begin(this, channel.pipeline(), gate.options);
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        gate.partial.enter(this, address).ifPresent(OpenConnection::close);
        if (message instanceof ByteBuf bytes) {
            if (gate.options.isSsl() && !records.read(bytes)) {
                close();
            }
            if (isNew) {
                newBytes += bytes.readableBytes();
                channel.config().setAutoRead(!isFull());
            }
        }
        if (channel.isOpen()) {
            context.fireChannelRead(message);
            look();
        } else {
            ReferenceCountUtil.release(message);
        }
    }

    /** TLS asks for more also while it has not looked at what there is. */
    @Override
    public void read(ChannelHandlerContext context) {
        if (!isFull()) {
            context.read();
        }
    }

    /** A handshake and a header need less. */
    private boolean isFull() {
        return isNew && newBytes >= gate.limits.bytesOfOne();
    }

    /** The header of a request has come. */
    void began() {
        if (isNew) {
            isNew = false;
            header.cancel(false);
            channel.config().setAutoRead(true);
        }
        if (http2.isPresent()) {
            // How it is answered is not seen.
            answered(true);
        }
    }

    /** How far its requests have come. */
    void now(Progress progress) {
        requests = progress;
        look();
    }

    /** A request was answered. */
    void answered(boolean wasUseful) {
        if (wasUseful) {
            gate.connections.touch(this);
            quiet.cancel(false);
            quiet = after(gate.limits.quiet(), this::closeUnlessAnswering);
        }
    }

    private void look() {
        boolean holds = requests.partOfHeader()
                || records.partial()
                // What TLS has not looked at yet; a handshake and a header are shorter as a rule.
                || (isNew && newBytes > PortLimits.READ_BYTES);
        if (!holds) {
            gate.partial.leave(this);
        }
        if (isNew) {
            return;
        }
        if (requests.handled() || !(holds || requests.partOfBody())) {
            header.cancel(false);
        } else if (header.isDone()) {
            header = after(gate.limits.header(), this::close);
        }
    }

    private void closeUnlessAnswering() {
        if (requests.answering() || http2.filter(OpenConnection::hasStreams).isPresent()) {
            quiet = after(gate.limits.quiet(), this::closeUnlessAnswering);
        } else {
            close();
        }
    }

    private static boolean hasStreams(Http2ConnectionHandler handler) {
        return handler.connection().numActiveStreams() > 0;
    }

    /** Closes it without a word: the other end may read nothing. */
    void close() {
        if (channel.isOpen()) {
            channel.pipeline().context(this).close();
        }
    }

    /** It is closed. */
    void ended() {
        header.cancel(false);
        quiet.cancel(false);
    }

    private Future<?> after(Duration limit, Runnable task) {
        return channel.eventLoop().schedule(task, limit.toMillis(), TimeUnit.MILLISECONDS);
    }
}
