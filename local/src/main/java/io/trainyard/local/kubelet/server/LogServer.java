package io.trainyard.local.kubelet.server;

import io.trainyard.local.kubelet.logs.LogQuery;
import io.trainyard.local.kubelet.logs.LogStream;
import io.trainyard.local.kubelet.logs.PodLogs;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.nio.file.NoSuchFileException;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands out the logs of a node as a kubelet does, so that {@code kubectl logs} and clients of the API find them: {@code GET
 * /containerLogs/NAMESPACE/POD/CONTAINER}. Listens before the node exists, because the Node object names the port. The methods may be
 * called on any thread.
 */
public final class LogServer {
    private static final Logger LOG = LoggerFactory.getLogger(LogServer.class);

    private final Vertx vertx;
    private final Clock clock;
    private final NodeProxyAuthorization authorization;
    private volatile @Nullable PodLogs logs;
    private @Nullable HttpServer server;

    private LogServer(Vertx vertx, Clock clock, NodeProxyAuthorization authorization) {
        this.vertx = vertx;
        this.clock = clock;
        this.authorization = authorization;
    }

    /**
     * Begins to listen.
     *
     * @param options address, port (0 for any free one), certificate, and whose clients are let in
     * @param authorization says who of them may read
     * @return fails when it cannot listen there
     */
    public static Future<LogServer> listen(
            Vertx vertx, HttpServerOptions options, Clock clock, NodeProxyAuthorization authorization) {
        LogServer logServer = new LogServer(vertx, clock, authorization);
        return vertx.createHttpServer(options)
                .requestHandler(logServer::admit)
                .listen()
                .map(listening -> {
                    logServer.server = listening;
                    return logServer;
                });
    }

    /** The port that it listens on. */
    public int port() {
        return server == null ? 0 : server.actualPort();
    }

    /** From now on, logs come from here; until then there are none. */
    public void serve(PodLogs source) {
        logs = source;
    }

    /** Ends all answers that are under way. */
    public Future<Void> close() {
        return server == null ? Future.succeededFuture() : server.close();
    }

    /** Whoever may not read learns nothing, not even which logs there are. */
    private void admit(HttpServerRequest request) {
        LogReader reader = reader(request);
        authorization.mayRead(reader).onComplete(asked -> {
            if (asked.failed()) {
                LOG.warn(
                        "whether {} may read logs cannot be found out; the user of this node must be allowed to create SubjectAccessReviews",
                        reader.user(),
                        asked.cause());
                text(request, 500, "the API server does not say who may read logs");
            } else if (asked.result()) {
                answer(request);
            } else {
                text(
                        request,
                        403,
                        "Forbidden (user=" + reader.user() + ", verb=get, resource=nodes, subresource=proxy)");
            }
        });
    }

    private static LogReader reader(HttpServerRequest request) {
        SSLSession session = request.sslSession();
        try {
            return session != null && session.getPeerCertificates()[0] instanceof X509Certificate certificate
                    ? LogReader.of(certificate.getSubjectX500Principal())
                    : LogReader.ANONYMOUS;
        } catch (SSLPeerUnverifiedException unknown) {
            return LogReader.ANONYMOUS;
        }
    }

    private void answer(HttpServerRequest request) {
        PodLogs source = logs;
        Optional<LogQuery> query;
        try {
            query = ContainerLogsRequest.parse(request.path(), request.params(), clock);
        } catch (IllegalArgumentException wrong) {
            text(request, 400, String.valueOf(wrong.getMessage()));
            return;
        }
        if (query.isEmpty()) {
            text(request, 404, "404 page not found");
        } else if (!request.method().equals(HttpMethod.GET)) {
            text(request, 405, "only GET is answered here");
        } else if (source == null) {
            text(request, 503, "the node has not started yet");
        } else {
            source.open(vertx, query.get())
                    .compose(log -> send(log, request.response()))
                    .onFailure(cause -> refuse(request, query.get(), cause));
        }
    }

    private static Future<Void> send(LogStream log, HttpServerResponse response) {
        AtomicBoolean closed = new AtomicBoolean();
        Runnable close = () -> {
            if (closed.compareAndSet(false, true)) {
                log.close();
            }
        };
        if (response.closed()) {
            close.run();
            return Future.succeededFuture();
        }
        response.closeHandler(nothing -> close.run());
        response.setChunked(true).putHeader(HttpHeaders.CONTENT_TYPE, "text/plain; charset=utf-8");
        // Whoever follows a silent container learns at once that there is a log.
        response.write(Buffer.buffer());
        return log.pipeTo(response).onComplete(result -> close.run());
    }

    private static void refuse(HttpServerRequest request, LogQuery query, Throwable cause) {
        if (request.response().headWritten()) {
            return;
        }
        if (cause instanceof NoSuchFileException) {
            String run = query.previous() ? "no previous run of container " : "no log yet of container ";
            text(request, query.previous() ? 400 : 404, run + query.container() + " of pod " + query.pod());
        } else {
            LOG.warn("the log of {}/{} cannot be read", query.namespace(), query.pod(), cause);
            text(request, 500, "the log cannot be read: " + cause.getMessage());
        }
    }

    private static void text(HttpServerRequest request, int code, String text) {
        request.response()
                .setStatusCode(code)
                .putHeader(HttpHeaders.CONTENT_TYPE, "text/plain; charset=utf-8")
                .end(text + "\n");
    }
}
