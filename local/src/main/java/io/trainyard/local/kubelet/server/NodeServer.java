package io.trainyard.local.kubelet.server;

import io.trainyard.local.kubelet.logs.PodLogs;
import io.trainyard.local.streaming.SpdyUpgrades;
import io.trainyard.local.streaming.StreamingRuntime;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.security.cert.X509Certificate;
import java.time.Clock;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers the API server as a kubelet does, so that {@code kubectl logs}, {@code exec}, {@code attach} and {@code port-forward} reach the pods of this
 * node. Listens before the node exists, because the Node object names the port. The methods may be called on any thread.
 */
public final class NodeServer {
    private static final Logger LOG = LoggerFactory.getLogger(NodeServer.class);

    private final NodeProxyAuthorization authorization;
    private final LogAnswers logs;
    private final StreamAnswers streams;
    private @Nullable HttpServer server;

    private NodeServer(Vertx vertx, Clock clock, NodeProxyAuthorization authorization) {
        this.authorization = authorization;
        this.logs = new LogAnswers(vertx, clock);
        this.streams = new StreamAnswers(vertx.createNetClient());
    }

    /**
     * Begins to listen.
     *
     * @param options address, port (0 for any free one), certificate, and whose clients are let in
     * @param authorization says which of them may do what
     * @return fails when it cannot listen there
     */
    public static Future<NodeServer> listen(
            Vertx vertx, HttpServerOptions options, Clock clock, NodeProxyAuthorization authorization) {
        NodeServer nodeServer = new NodeServer(vertx, clock, authorization);
        return vertx.createHttpServer(StreamAnswers.speaking(options))
                .connectionHandler(SpdyUpgrades::allowOn)
                .requestHandler(nodeServer::admit)
                .listen()
                .map(listening -> {
                    nodeServer.server = listening;
                    return nodeServer;
                });
    }

    /** The port that it listens on. */
    public int port() {
        return server == null ? 0 : server.actualPort();
    }

    /** From now on, logs come from here, and pods are reached there; until then there are none. */
    public void serve(PodLogs source, StreamingRuntime runtime) {
        logs.serve(source);
        streams.serve(runtime);
    }

    /** Ends all answers that are under way. */
    public Future<Void> close() {
        return server == null ? Future.succeededFuture() : server.close();
    }

    /** Whoever may not learns nothing, not even which pods there are. */
    private void admit(HttpServerRequest request) {
        NodeClient client = client(request);
        boolean intoPod = StreamRequest.isAbout(request.path());
        // A program is more than a log, whatever the method is: a WebSocket begins with GET.
        String verb = intoPod ? "create" : "get";
        if (intoPod && client.equals(NodeClient.ANONYMOUS)) {
            TextAnswer.send(request, 403, forbidden(client, verb) + ": only clients with a certificate get into pods");
            return;
        }
        if (intoPod) {
            // It must not be over before it is known what to answer.
            request.pause();
        }
        authorization.allows(client, verb).onComplete(asked -> {
            if (asked.failed()) {
                LOG.warn(
                        "what {} may do here cannot be found out; the user of this node must be allowed to create SubjectAccessReviews",
                        client.user(),
                        asked.cause());
                TextAnswer.send(request, 500, "the API server does not say who may do this");
            } else if (!asked.result()) {
                TextAnswer.send(request, 403, forbidden(client, verb));
            } else if (intoPod) {
                streams.answer(request);
            } else {
                logs.answer(request);
            }
        });
    }

    private static String forbidden(NodeClient client, String verb) {
        return "Forbidden (user=" + client.user() + ", verb=" + verb + ", resource=nodes, subresource=proxy)";
    }

    private static NodeClient client(HttpServerRequest request) {
        SSLSession session = request.sslSession();
        try {
            return session != null && session.getPeerCertificates()[0] instanceof X509Certificate certificate
                    ? NodeClient.of(certificate.getSubjectX500Principal())
                    : NodeClient.ANONYMOUS;
        } catch (SSLPeerUnverifiedException unknown) {
            return NodeClient.ANONYMOUS;
        }
    }
}
