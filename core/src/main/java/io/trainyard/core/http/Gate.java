package io.trainyard.core.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.impl.ConnectionBase;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Every connection of a port passes here as soon as it is accepted, before its TLS handshake, and waits until it is its turn to be read. All calls come on the event
 * loop of the listener.
 */
final class Gate {
    /** So many connections of one address begin at a time, before their first header and for a second at most. Each handshake takes some milliseconds of computing, which others wait for. */
    private static final int NEW_PER_ADDRESS = 8;

    final PortLimits limits;
    final boolean isSsl;

    /** All of them. */
    final FairShares<OpenConnection> connections;

    /** Those that are read. */
    final FairShares<OpenConnection> room;

    /** Connections by address whose first header has not come, read or not, in the order of their turns. */
    private final Map<String, Set<OpenConnection>> newcomers = new LinkedHashMap<>();

    /**
     * @param isSsl whether the server speaks TLS
     */
    Gate(PortLimits limits, boolean isSsl) {
        this.limits = limits;
        this.isSsl = isSsl;
        // A connection stays for the first second in which it is read. Otherwise each new connection of a flood would
        // start another handshake.
        this.connections = new FairShares<>(
                limits.connections(),
                limits.perAddress(),
                each -> each.address,
                (each, lead) -> each.isIdle() || (each.isSlow() && !each.isAnswering()));
        // One with a request under way goes only for an address that has at least two fewer. Otherwise two addresses
        // would take each other's places for ever.
        this.room = new FairShares<>(
                limits.room(),
                limits.room(),
                each -> each.address,
                (each, lead) -> each.isIdle() || (lead > 1 && each.isSlow() && !each.isAnswering()));
    }

    /**
     * What a server does with the connections that it accepts.
     *
     * @param inside makes of a connection one that speaks HTTP
     */
    ChannelHandler initializer(ChannelHandler inside) {
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel channel) {
                // Nothing is read, and no memory taken for TLS, before it is this connection's turn.
                channel.config().setAutoRead(false);
                var connection = new OpenConnection(channel, Gate.this, inside);
                channel.pipeline().addLast(connection);
                channel.closeFuture().addListener(closed -> onClosed(connection));
                connections.enter(connection).ifPresent(OpenConnection::close);
                if (channel.isOpen()) {
                    newcomers
                            .computeIfAbsent(connection.address, address -> new LinkedHashSet<>())
                            .add(connection);
                    nextTurns(connection.address);
                }
            }
        };
    }

    /** What we know of a connection; empty when it is closed. */
    static Optional<OpenConnection> of(HttpConnection connection) {
        return Optional.ofNullable(
                ((ConnectionBase) connection).channel().pipeline().get(OpenConnection.class));
    }

    /** Closes the connections without a first header. Vert.x does not know those that are not read yet. */
    void close() {
        newcomers.values().stream().flatMap(Set::stream).toList().forEach(OpenConnection::close);
    }

    private void onClosed(OpenConnection connection) {
        connections.leave(connection);
        connection.cancelDeadlines();
        if (!connection.holdsTurn()) {
            leaveLine(connection);
        }
        if (room.leave(connection)) {
            nextTurns();
        }
    }

    /** There may be room: some have left, or are idle. */
    void nextTurns() {
        for (String address : List.copyOf(newcomers.keySet())) {
            if (!nextTurns(address)) {
                return;
            }
        }
    }

    /** It needs no turn any more: its first header is there, or it is closed and has had its turn. */
    void leaveLine(OpenConnection connection) {
        Set<OpenConnection> line = newcomers.getOrDefault(connection.address, new HashSet<>());
        if (line.remove(connection)) {
            if (line.isEmpty()) {
                newcomers.remove(connection.address);
            }
            nextTurns(connection.address);
        }
    }

    /**
     * Those that are first in the line of an address begin.
     *
     * @return false when there was no room for one of them
     */
    private boolean nextTurns(String address) {
        // Clients keep connections that they have opened and not used yet: such a one takes nobody's turn.
        return newcomers.getOrDefault(address, Set.of()).stream()
                .filter(connection -> connection.isWaiting() || !connection.isSlow())
                .limit(NEW_PER_ADDRESS)
                .toList()
                .stream()
                .allMatch(this::startReading);
    }

    private boolean startReading(OpenConnection connection) {
        if (!connection.isWaiting()) {
            return true;
        }
        Optional<OpenConnection> goes = room.enter(connection);
        if (goes.equals(Optional.of(connection))) {
            return false;
        }
        connection.startReading();
        goes.ifPresent(OpenConnection::close);
        return true;
    }
}
