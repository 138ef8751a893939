package io.trainyard.core.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * One connection: its deadlines, and whether it is in use. Sees all bytes before TLS does, and closes without asking TLS. Lives on the event loop of its listener.
 */
final class OpenConnection extends ChannelInboundHandlerAdapter {
    /** An honest caller finishes a handshake or a header in much less time. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    /** The address at the other end; empty when it is not known. */
    final String address;

    private final Channel channel;
    private final Gate gate;
    private final ChannelHandler inside;
    private boolean isWaiting = true;
    private Optional<HttpServerRequest> last = Optional.empty();

    /** Bytes that TLS has, of which nothing has come out. */
    private int unseen;

    /** Runs while it is not slow. */
    private Future<?> patience;

    private Future<?> headerDeadline;
    private Future<?> quietDeadline;

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
        this.patience = channel.newSucceededFuture();
        this.headerDeadline = after(gate.limits.header(), this::close);
        this.quietDeadline = after(gate.limits.quiet(), this::closeUnlessAnswering);
    }

    /** Whether nothing is read yet. */
    boolean isWaiting() {
        return isWaiting && channel.isOpen();
    }

    /** Its turn has come. */
    void startReading() {
        isWaiting = false;
        startPatience();
        // Those that still wait cost nothing yet, and go first.
        gate.connections.touch(this);
        channel.pipeline().addLast(inside);
        channel.config().setAutoRead(true);
    }

    /** Its handshake is done, if there is one. */
    void handshakeDone() {
        Optional.ofNullable(channel.pipeline().context(SslHandler.class))
                .ifPresent(tls -> channel.pipeline().addAfter(tls.name(), "decrypted", new Decrypted()));
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        unseen += gate.isSsl && message instanceof ByteBuf bytes ? bytes.readableBytes() : 0;
        if (unseen > gate.limits.bytesOfOne()) {
            ReferenceCountUtil.release(message);
            close();
            return;
        }
        Optional<HttpServerRequest> before = last;
        boolean idle = isIdle();
        context.fireChannelRead(message);
        if (!idle || !last.equals(before)) {
            updateDeadlines();
        } else if (last.filter(request -> request.version() == HttpVersion.HTTP_2)
                .isEmpty()) {
            // What came is a part of a header; HTTP/2 has more to say between requests.
            expectTheRest();
        }
    }

    /** The header of a request has come. */
    void headerArrived(HttpServerRequest request) {
        boolean isFirst = last.isEmpty();
        last = Optional.of(request);
        headerDeadline.cancel(false);
        startPatience();
        request.response().bodyEndHandler(end -> answered(request));
        if (isFirst) {
            gate.leaveLine(this);
        }
    }

    private void answered(HttpServerRequest request) {
        if (request.response().getStatusCode() < 400) {
            gate.connections.touch(this);
            gate.room.touch(this);
            quietDeadline.cancel(false);
            quietDeadline = after(gate.limits.quiet(), this::closeUnlessAnswering);
        }
        updateDeadlines();
    }

    /** The rest of a body has to come in time when the answer did not wait for it. Before the answer, the reader of the body bounds the time. */
    private void updateDeadlines() {
        if (isIdle()) {
            headerDeadline.cancel(false);
            // Not at once: the answer has to leave first.
            channel.eventLoop().execute(gate::nextTurns);
        } else if (last.filter(OpenConnection::isOpen).isEmpty()) {
            expectTheRest();
        }
    }

    private void expectTheRest() {
        if (headerDeadline.isDone()) {
            headerDeadline = after(gate.limits.header(), this::close);
        }
    }

    private void startPatience() {
        patience.cancel(false);
        patience = after(PATIENCE, () -> channel.eventLoop().execute(this::losePatience));
    }

    private void losePatience() {
        if (!channel.isOpen()) {
            gate.leaveLine(this);
        }
        gate.nextTurns();
    }

    /**
     * Whether it has begun less than a second ago, and has sent no header. Closing gives no turn back before, because a worker still computes its handshake: else
     * a stranger who closes at once would have handshakes computed without end.
     */
    boolean holdsTurn() {
        return !isWaiting && last.isEmpty() && !isSlow();
    }

    /** True while it waits for its turn, and when a second has passed since that, or since the header of the last request. */
    boolean isSlow() {
        return patience.isDone();
    }

    /** Whether a request has come as a whole that is not answered. */
    boolean isAnswering() {
        return last.filter(request -> request.isEnded() && isOpen(request)).isPresent();
    }

    /** Whether the last request is answered; false before the first. A part of the next one may be there. */
    boolean isIdle() {
        return last.filter(request -> !isOpen(request) && request.isEnded()).isPresent();
    }

    private static boolean isOpen(HttpServerRequest request) {
        return !request.response().ended() && !request.response().closed();
    }

    private void closeUnlessAnswering() {
        if (isAnswering()) {
            quietDeadline = after(gate.limits.quiet(), this::closeUnlessAnswering);
        } else {
            close();
        }
    }

    /** Closes it without a word: the other end may read nothing. */
    void close() {
        if (channel.isOpen()) {
            channel.pipeline().context(this).close();
        }
    }

    /** Ends all deadlines, because it is closed. */
    void cancelDeadlines() {
        if (!holdsTurn()) {
            patience.cancel(false);
        }
        headerDeadline.cancel(false);
        quietDeadline.cancel(false);
    }

    private Future<?> after(Duration limit, Runnable task) {
        return channel.eventLoop().schedule(task, limit.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Sees what comes out of TLS. */
    private final class Decrypted extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            unseen = 0;
            context.fireChannelRead(message);
        }
    }
}
