package io.trainyard.launcher.node;

import io.trainyard.local.kubelet.logs.LogQuery;
import io.trainyard.local.kubelet.logs.PodLogs;
import io.trainyard.local.streaming.LogResponse;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.nio.file.NoSuchFileException;
import java.time.Clock;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hands out logs: {@code GET /containerLogs/NAMESPACE/POD/CONTAINER}. Requests come when they have been admitted. */
final class LogAnswers {
    private static final Logger LOG = LoggerFactory.getLogger(LogAnswers.class);

    private final Vertx vertx;
    private final Clock clock;
    private volatile @Nullable PodLogs logs;

    LogAnswers(Vertx vertx, Clock clock) {
        this.vertx = vertx;
        this.clock = clock;
    }

    void serve(PodLogs source) {
        logs = source;
    }

    /** Answers a request. */
    void answer(HttpServerRequest request) {
        PodLogs source = logs;
        Optional<LogQuery> query;
        try {
            query = ContainerLogsRequest.parse(request.path(), request.params(), clock);
        } catch (IllegalArgumentException wrong) {
            TextAnswer.send(request, 400, String.valueOf(wrong.getMessage()));
            return;
        }
        if (query.isEmpty()) {
            TextAnswer.send(request, 404, "404 page not found");
        } else if (!request.method().equals(HttpMethod.GET)) {
            TextAnswer.send(request, 405, "only GET is answered here");
        } else if (source == null) {
            TextAnswer.send(request, 503, "the node has not started yet");
        } else {
            source.open(vertx, query.get())
                    .compose(log -> LogResponse.send(log, log::close, request.response()))
                    .onFailure(cause -> refuse(request, query.get(), cause));
        }
    }

    private static void refuse(HttpServerRequest request, LogQuery query, Throwable cause) {
        if (request.response().headWritten()) {
            return;
        }
        if (cause instanceof NoSuchFileException) {
            String run = query.previous() ? "no previous run of container " : "no log yet of container ";
            TextAnswer.send(request, query.previous() ? 400 : 404, run + query.container() + " of pod " + query.pod());
        } else {
            LOG.warn("the log of {}/{} cannot be read", query.namespace(), query.pod(), cause);
            TextAnswer.send(request, 500, "the log cannot be read: " + cause.getMessage());
        }
    }
}
