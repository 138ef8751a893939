package io.trainyard.local.streaming.remotecommand;

import io.trainyard.local.client.ApiException;
import io.trainyard.local.streaming.ProgramOutput;
import io.trainyard.local.streaming.RemoteProgram;
import io.trainyard.local.streaming.UpgradeRequest;
import io.trainyard.local.streaming.UpgradeRequest.Transport;
import io.vertx.core.Future;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.function.Function;

/** Connects the client of one request with one program. On the event loop of the request. */
public final class RemoteCommandServer {
    /** Over a WebSocket; the newer one lets a client end the input of a program. */
    public static final List<String> WEB_SOCKET_PROTOCOLS = List.of("v5.channel.k8s.io", "v4.channel.k8s.io");

    private static final List<String> SPDY_PROTOCOLS = List.of("v4.channel.k8s.io");

    private RemoteCommandServer() {}

    /**
     * Serves a request; completes when the client has been answered, which is long before the program ends.
     *
     * @param request which is paused
     * @param start starts the program, or joins it
     * @return fails with {@link ApiException} when the client speaks nothing that we do; it has got no answer then
     */
    public static Future<Void> serve(
            HttpServerRequest request, CommandOptions options, Function<ProgramOutput, Future<RemoteProgram>> start) {
        UpgradeRequest upgrade = UpgradeRequest.of(request.headers());
        return streams(request, upgrade, options)
                .onSuccess(client -> connect(client, start))
                .mapEmpty();
    }

    private static Future<CommandStreams> streams(
            HttpServerRequest request, UpgradeRequest upgrade, CommandOptions options) {
        if (upgrade.transport() == Transport.WEB_SOCKET) {
            upgrade.choose(WEB_SOCKET_PROTOCOLS);
            return request.toWebSocket().map(socket -> new WebSocketCommandStreams(socket, options));
        }
        return UpgradeRequest.toSpdy(request, upgrade.choose(SPDY_PROTOCOLS))
                .compose(socket -> SpdyCommandStreams.over(socket, options));
    }

    private static void connect(CommandStreams client, Function<ProgramOutput, Future<RemoteProgram>> start) {
        start.apply(client)
                .onFailure(cause -> client.end(CommandStatus.of(cause)))
                .onSuccess(program -> {
                    client.closed().onComplete(gone -> program.detach());
                    client.connect(program);
                    program.exit()
                            .onSuccess(code -> client.end(CommandStatus.of(code)))
                            .onFailure(cause -> client.end(CommandStatus.of(cause)));
                });
    }
}
