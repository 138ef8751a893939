package io.trainyard.local.api.http;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.logs.PodLog;
import io.trainyard.local.api.logs.PodLogProvider;
import io.trainyard.local.api.logs.PodLogRequest;
import io.trainyard.local.api.request.RequestParameters;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.Resource;
import io.trainyard.local.streaming.LogResponse;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.time.Clock;
import java.util.Map;
import java.util.stream.Collector;

/** Answers requests for logs, as text that is sent while it is read. */
public final class LogRequests {
    private final KernelGateway gateway;
    private final PodLogProvider provider;
    private final Clock clock;

    public LogRequests(KernelGateway gateway, PodLogProvider provider, Clock clock) {
        this.gateway = gateway;
        this.provider = provider;
        this.clock = clock;
    }

    /** Whether a path leads to a log. */
    static boolean isAbout(RequestPath path) {
        return path.resource().equals(Resource.PODS) && path.subresource().equals("log");
    }

    void answer(HttpServerRequest request, RequestPath path) {
        RequestParameters parameters = RequestHead.parameters(request);
        gateway.object(path)
                .compose(tree -> isOnANode(tree) ? open(request, tree, parameters) : nothingYet(request))
                .onFailure(failure -> {
                    if (!request.response().headWritten()) {
                        ResponseWriter.failure(request, failure);
                    }
                });
    }

    /**
     * A log as far as it goes now; empty when the pod waits for a node.
     *
     * @param parameters of the request; to follow a log is refused, as its end may never come
     */
    Future<Buffer> read(RequestPath path, RequestParameters parameters) {
        if (parameters.flag("follow")) {
            throw ApiException.badRequest("a log can be followed over a connection only");
        }
        return gateway.object(path)
                .compose(pod -> isOnANode(pod)
                        ? provider.open(PodLogRequest.of(pod, parameters, clock))
                                .compose(LogRequests::whole)
                        : Future.succeededFuture(Buffer.buffer()));
    }

    private static Future<Buffer> whole(PodLog log) {
        return log.bytes()
                .collect(Collector.of(Buffer::buffer, Buffer::appendBuffer, Buffer::appendBuffer))
                .onComplete(result -> log.close());
    }

    private static boolean isOnANode(Map<String, Object> pod) {
        return !Tree.text(pod, "spec", "nodeName").isEmpty();
    }

    private static Future<Void> nothingYet(HttpServerRequest request) {
        ResponseWriter.text(request, 200, "");
        return Future.succeededFuture();
    }

    private Future<Void> open(HttpServerRequest request, Map<String, Object> pod, RequestParameters parameters) {
        return provider.open(PodLogRequest.of(pod, parameters, clock))
                .compose(log -> LogResponse.send(log.bytes(), log::close, request.response()));
    }
}
