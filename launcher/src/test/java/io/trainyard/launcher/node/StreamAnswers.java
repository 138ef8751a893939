package io.trainyard.launcher.node;

import io.trainyard.local.client.ApiException;
import io.trainyard.local.streaming.StreamingRuntime;
import io.trainyard.local.streaming.portforward.PortForwardServer;
import io.trainyard.local.streaming.remotecommand.RemoteCommandServer;
import io.vertx.core.Future;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.NetClient;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Connects clients of the API server with programs in containers and with ports of pods. Requests come when they have been admitted. */
final class StreamAnswers {
    private static final Logger LOG = LoggerFactory.getLogger(StreamAnswers.class);

    /** A command stands in the address of its request. */
    private static final int MAX_HEADER_SIZE = 64 << 10;

    /** Much more than clients send in one message. */
    private static final int MAX_WEB_SOCKET_MESSAGE = 4 << 20;

    private final NetClient network;
    private volatile StreamingRuntime runtime = StreamingRuntime.NONE;

    /**
     * @param network connects to pods
     */
    StreamAnswers(NetClient network) {
        this.network = network;
    }

    /** The same options, for a server that speaks what is spoken here. */
    static HttpServerOptions speaking(HttpServerOptions options) {
        return new HttpServerOptions(options)
                .setWebSocketSubProtocols(Stream.concat(
                                RemoteCommandServer.WEB_SOCKET_PROTOCOLS.stream(),
                                PortForwardServer.WEB_SOCKET_PROTOCOLS.stream())
                        .distinct()
                        .toList())
                .setMaxWebSocketFrameSize(MAX_WEB_SOCKET_MESSAGE)
                .setMaxWebSocketMessageSize(MAX_WEB_SOCKET_MESSAGE)
                .setMaxHeaderSize(MAX_HEADER_SIZE)
                .setMaxInitialLineLength(MAX_HEADER_SIZE);
    }

    void serve(StreamingRuntime source) {
        runtime = source;
    }

    /** Answers a request, which is paused. */
    void answer(HttpServerRequest request) {
        try {
            Optional<StreamRequest> wanted = StreamRequest.parse(request.path(), request.params());
            if (wanted.isEmpty()) {
                TextAnswer.send(request, 404, "404 page not found");
            } else {
                serve(request, wanted.get()).onFailure(cause -> refuse(request, cause));
            }
        } catch (ApiException wrong) {
            refuse(request, wrong);
        }
    }

    private Future<Void> serve(HttpServerRequest request, StreamRequest wanted) {
        StreamingRuntime pods = runtime;
        if (wanted instanceof StreamRequest.PortForward forward) {
            return new PortForwardServer(pods, network).serve(request, forward.pod(), forward.ports());
        }
        if (wanted instanceof StreamRequest.Attach attach) {
            return RemoteCommandServer.serve(
                    request,
                    attach.options(),
                    client -> pods.attach(attach.container(), attach.options().stdin(), client));
        }
        StreamRequest.Exec exec = (StreamRequest.Exec) wanted;
        return RemoteCommandServer.serve(
                request,
                exec.options(),
                client -> pods.exec(
                        exec.container(), exec.command(), exec.options().tty(), client));
    }

    private static void refuse(HttpServerRequest request, Throwable cause) {
        if (request.response().headWritten()) {
            return;
        }
        if (cause instanceof ApiException known) {
            TextAnswer.send(request, known.code(), String.valueOf(known.getMessage()));
        } else {
            LOG.warn("a client was not connected with a pod", cause);
            TextAnswer.send(request, 500, "no connection with the pod: " + cause.getMessage());
        }
    }
}
