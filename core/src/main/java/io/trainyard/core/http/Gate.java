package io.trainyard.core.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.impl.ConnectionBase;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Every connection of a port passes here as soon as it is accepted, before its TLS handshake, and is closed here when others need its place. All calls come on the
 * event loop of the listener.
 */
final class Gate {
    /** More at a time would let one address keep the others' handshakes waiting; a signature takes some milliseconds. */
    private static final int HANDSHAKES_PER_ADDRESS = 8;

    final PortLimits limits;
    final HttpServerOptions options;

    /** All of them. */
    final FairShares<OpenConnection> connections;

    /** Those that hold a part of something. */
    final FairShares<OpenConnection> partial;

    /** Connections by address that are not ready for requests, in the order of their turns. */
    private final Map<String, Set<OpenConnection>> young = new HashMap<>();

    /**
     * @param options of the server
     */
    Gate(PortLimits limits, HttpServerOptions options) {
        this.limits = limits;
        this.options = options;
        this.connections =
                new FairShares<>(limits.connections(), limits.perAddress(), connection -> !connection.isAnswering());
        this.partial = new FairShares<>(limits.partial(), Math.max(1, limits.partial() / 2), connection -> true);
    }

    /**
     * What a server does with the connections that it accepts.
     *
     * @param inside makes of a connection one that speaks HTTP
     */
    ChannelHandler before(ChannelHandler inside) {
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel channel) {
                // Nothing is read, and no memory taken for TLS, before it is this connection's turn.
                channel.config().setAutoRead(false);
                var connection = new OpenConnection(channel, Gate.this, inside);
                channel.pipeline().addLast(connection);
                channel.closeFuture().addListener(closed -> left(connection));
                connections.enter(connection, connection.address).ifPresent(OpenConnection::close);
                if (channel.isOpen()) {
                    young.computeIfAbsent(connection.address, address -> new LinkedHashSet<>())
                            .add(connection);
                    nextTurns(connection.address);
                }
            }
        };
    }

    /** Its handshake is done; requests are next. */
    void connected(HttpConnection connection) {
        of(connection).ifPresent(open -> {
            open.speaksHttp();
            grownUp(open);
        });
    }

    /** What we know of a connection; empty when it is closed. */
    static Optional<OpenConnection> of(HttpConnection connection) {
        return Optional.ofNullable(
                ((ConnectionBase) connection).channel().pipeline().get(OpenConnection.class));
    }

    /** Closes the connections that Vert.x does not know, because their turn has not come. */
    void close() {
        young.values().stream().flatMap(Set::stream).toList().forEach(OpenConnection::close);
    }

    private void left(OpenConnection connection) {
        connections.leave(connection);
        partial.leave(connection);
        connection.ended();
        grownUp(connection);
    }

    private void grownUp(OpenConnection connection) {
        Set<OpenConnection> line = young.get(connection.address);
        if (line != null && line.remove(connection)) {
            if (line.isEmpty()) {
                young.remove(connection.address);
            }
            nextTurns(connection.address);
        }
    }

    private void nextTurns(String address) {
        young.getOrDefault(address, Set.of()).stream()
                .limit(HANDSHAKES_PER_ADDRESS)
                .toList()
                .forEach(OpenConnection::begin);
    }
}
