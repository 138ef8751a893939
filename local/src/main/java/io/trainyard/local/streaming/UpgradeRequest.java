package io.trainyard.local.streaming;

import io.trainyard.local.client.ApiException;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.NetSocket;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a client wants to speak from now on instead of HTTP.
 *
 * @param transport carries the protocol
 * @param protocols that the client knows, the best first
 */
public record UpgradeRequest(Transport transport, List<String> protocols) {
    /** The header in which clients that use SPDY name protocols, and the server the one that it chose. */
    private static final String SPDY_PROTOCOLS = "X-Stream-Protocol-Version";

    private static final String WEB_SOCKET_PROTOCOLS = "Sec-WebSocket-Protocol";
    static final String SPDY = "SPDY/3.1";

    /** Below a protocol. */
    public enum Transport {
        WEB_SOCKET,
        SPDY
    }

    public UpgradeRequest {
        protocols = List.copyOf(protocols);
    }

    /**
     * Reads the headers of a request.
     *
     * @throws ApiException when it does not ask for an upgrade that we know
     */
    public static UpgradeRequest of(MultiMap headers) {
        String upgrade = Optional.ofNullable(headers.get("Upgrade")).orElse("").toLowerCase(Locale.ROOT);
        if (upgrade.equals("websocket")) {
            return new UpgradeRequest(Transport.WEB_SOCKET, values(headers, WEB_SOCKET_PROTOCOLS));
        }
        if (upgrade.equals(SPDY.toLowerCase(Locale.ROOT))) {
            return new UpgradeRequest(Transport.SPDY, values(headers, SPDY_PROTOCOLS));
        }
        throw ApiException.badRequest("Upgrade request required");
    }

    private static List<String> values(MultiMap headers, String name) {
        return headers.getAll(name).stream()
                .flatMap(value -> Stream.of(value.split(",")))
                .map(String::strip)
                .filter(protocol -> !protocol.isEmpty())
                .toList();
    }

    /**
     * The protocol to speak.
     *
     * @param known what we speak
     * @throws ApiException when there is none that both speak
     */
    public String choose(List<String> known) {
        return protocols.stream()
                .filter(known::contains)
                .findFirst()
                .orElseThrow(() -> new ApiException(
                        403,
                        "Forbidden",
                        "unable to upgrade: unable to negotiate protocol: client supports " + protocols
                                + ", server accepts " + known,
                        Map.of()));
    }

    /** Answers that SPDY is spoken from now on; what comes is not read before the socket is resumed. */
    public static Future<NetSocket> toSpdy(HttpServerRequest request, String protocol) {
        request.response().putHeader("Upgrade", SPDY).putHeader(SPDY_PROTOCOLS, protocol);
        request.response().putHeader("Connection", "Upgrade");
        return request.toNetSocket();
    }
}
