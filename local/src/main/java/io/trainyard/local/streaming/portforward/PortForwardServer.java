package io.trainyard.local.streaming.portforward;

import io.trainyard.foundation.regex.PlainText;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.streaming.StreamingRuntime;
import io.trainyard.local.streaming.UpgradeRequest;
import io.trainyard.local.streaming.UpgradeRequest.Transport;
import io.trainyard.local.streaming.spdy.SpdyConnection;
import io.vertx.core.Future;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.NetClient;
import java.util.ArrayList;
import java.util.List;

/** Connects the client of one request with ports of one pod. On the event loop of the request. */
public final class PortForwardServer {
    private static final String SPDY = "portforward.k8s.io";
    private static final String TUNNEL = "SPDY/3.1+" + SPDY;
    private static final String CHANNELS = "v4.channel.k8s.io";
    private static final int MAX_PORTS = 64;

    /** Over a WebSocket: all that SPDY can, in the bytes of its messages; or connections to ports that are named before. */
    public static final List<String> WEB_SOCKET_PROTOCOLS = List.of(TUNNEL, CHANNELS);

    private final StreamingRuntime runtime;
    private final NetClient network;

    /**
     * A server.
     *
     * @param runtime knows where pods are reached
     * @param network connects to them
     */
    public PortForwardServer(StreamingRuntime runtime, NetClient network) {
        this.runtime = runtime;
        this.network = network;
    }

    /**
     * Serves a request; completes when the client has been answered.
     *
     * @param request which is paused
     * @param named ports that the request names; older clients of WebSockets name them before they connect, all others afterwards
     * @return fails with {@link ApiException} when the client speaks nothing that we do; it has got no answer then
     */
    public Future<Void> serve(HttpServerRequest request, ForwardedPod pod, List<String> named) {
        PortConnector ports = new PortConnector(runtime, network, pod);
        UpgradeRequest upgrade = UpgradeRequest.of(request.headers());
        if (upgrade.transport() == Transport.SPDY) {
            return UpgradeRequest.toSpdy(request, upgrade.choose(List.of(SPDY)))
                    .onSuccess(socket -> {
                        SpdyConnection connection = SpdyPortForward.over(socket, socket, ports);
                        socket.closeHandler(nothing -> connection.close());
                    })
                    .mapEmpty();
        }
        if (upgrade.choose(WEB_SOCKET_PROTOCOLS).equals(TUNNEL)) {
            return request.toWebSocket()
                    .onSuccess(socket -> {
                        SpdyConnection connection = SpdyPortForward.over(socket, socket, ports);
                        socket.closeHandler(nothing -> connection.close());
                    })
                    .mapEmpty();
        }
        List<Integer> wanted = ports(named);
        return request.toWebSocket()
                .onSuccess(socket -> WebSocketPortForward.over(socket, wanted, ports))
                .mapEmpty();
    }

    private static List<Integer> ports(List<String> values) {
        List<Integer> ports = new ArrayList<>();
        for (String value : values) {
            for (String port : value.split(",")) {
                if (!PlainText.isNumber(port, 5) || Integer.parseInt(port) == 0 || Integer.parseInt(port) > 65_535) {
                    throw ApiException.badRequest("query parameter ports: \"" + port + "\" is no port");
                }
                ports.add(Integer.parseInt(port));
            }
        }
        if (ports.isEmpty()) {
            throw ApiException.badRequest("query parameter \"ports\" is required");
        }
        if (ports.size() > MAX_PORTS) {
            throw ApiException.badRequest("query parameter ports: at most " + MAX_PORTS + " ports");
        }
        return ports;
    }
}
