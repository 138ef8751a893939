package io.trainyard.local.api.http;

import io.trainyard.foundation.json.Json;
import io.trainyard.local.api.request.ApiKernel;
import io.trainyard.local.api.request.ApiRequest;
import io.trainyard.local.api.request.ApiResponse;
import io.trainyard.local.api.request.RequestParameters;
import io.trainyard.local.api.request.Verb;
import io.trainyard.local.client.ApiException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * Answers requests of this process as {@link HttpShell} answers those that come over a connection: the same paths, bodies and answers, but no network and
 * no token. May be used on any thread; results come on the context of the caller.
 */
public final class DirectRequests {
    private final Vertx vertx;
    private final KernelGateway gateway;
    private final ServerDescription description;
    private final LogRequests logs;
    private final RequestReader reader;

    public DirectRequests(Vertx vertx, KernelGateway gateway, ServerDescription description, LogRequests logs) {
        this.vertx = vertx;
        this.gateway = gateway;
        this.description = description;
        this.logs = logs;
        this.reader = new RequestReader(vertx, gateway);
    }

    /**
     * One request.
     *
     * @param method as in HTTP, {@code PATCH} for example
     * @param path as in HTTP: absolute, its segments encoded, without a query
     * @param parameters the query, decoded
     * @param mediaType of the body; empty without one
     * @param body empty without one
     * @param userAgent names the program; field managers are named after it
     */
    public record Request(
            String method,
            String path,
            Map<String, String> parameters,
            String mediaType,
            ByteBuffer body,
            String userAgent) {
        private RequestHead head() {
            return new RequestHead(
                    method, new RequestParameters(parameters), RequestHead.withoutParameters(mediaType), userAgent);
        }
    }

    /**
     * One answer.
     *
     * @param code HTTP status
     * @param body JSON; the text of a log as it is
     * @param retryAfterSeconds empty when the server says nothing of that
     */
    public record Answer(int code, ByteBuffer body, OptionalLong retryAfterSeconds) {}

    /** Answers a request that is no watch; refusals are answers, too, so this fails never. */
    public Future<Answer> send(Request request) {
        Future<Answer> answer;
        try {
            answer = route(request);
        } catch (ApiException refusal) {
            answer = Future.failedFuture(refusal);
        }
        return answer.otherwise(cause -> refusal(request, cause));
    }

    private Future<Answer> route(Request request) {
        List<String> steps = RequestPath.steps(request.path());
        if (RequestPath.isToObjects(steps)) {
            return object(request, RequestPath.parse(steps).orElseThrow(ApiKernel::noSuchResource));
        }
        if (steps.isEmpty() || !ServerDescription.isAbout(steps.get(0))) {
            throw ApiKernel.noSuchResource();
        }
        return gateway.call(() -> Future.succeededFuture(description.at(steps)))
                .map(found -> answer(200, Json.bytes(found.orElseThrow(ApiKernel::noSuchResource))));
    }

    private Future<Answer> object(Request request, RequestPath path) {
        RequestHead head = request.head();
        Verb verb = RequestReader.verb(head.method(), path);
        if (LogRequests.isAbout(path) && verb == Verb.GET) {
            return logs.read(path, head.parameters()).map(text -> answer(200, text.getBytes()));
        }
        return reader.complete(verb, path, head, () -> BoundedBody.of(request.body()))
                .compose(gateway::submit)
                .map(DirectRequests::answer);
    }

    private static Answer answer(ApiResponse response) {
        return answer(response.code(), response.body().json());
    }

    private static Answer answer(int code, byte[] body) {
        return new Answer(code, ByteBuffer.wrap(body), OptionalLong.empty());
    }

    private static Answer refusal(Request request, Throwable cause) {
        ApiException failure = ResponseWriter.told(request.method() + " " + request.path(), cause);
        Long retryAfter = failure.retryAfterSeconds();
        return new Answer(
                failure.code(),
                ByteBuffer.wrap(Json.bytes(failure.toStatus())),
                retryAfter == null ? OptionalLong.empty() : OptionalLong.of(retryAfter));
    }

    /**
     * Starts a watch.
     *
     * @param onEvents gets what each line of a watch over HTTP would hold, in order, on the context of the caller
     * @param onEnd runs there once and last
     * @return ends the watch, on any thread; fails with an {@link ApiException} when it is refused
     */
    public Future<Runnable> watch(Request request, Consumer<List<String>> onEvents, Runnable onEnd) {
        ApiRequest watch;
        try {
            List<String> steps = RequestPath.steps(request.path());
            RequestPath path = RequestPath.parse(steps).orElseThrow(ApiKernel::noSuchResource);
            watch = RequestReader.withoutBody(Verb.LIST, path, request.head());
        } catch (ApiException refusal) {
            return Future.failedFuture(refusal);
        }
        BatchingSink sink = new BatchingSink(
                vertx.getOrCreateContext(),
                notices ->
                        onEvents.accept(notices.stream().map(WatchStreams::text).toList()),
                onEnd);
        return gateway.watch(watch, sink);
    }
}
