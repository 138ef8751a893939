package io.trainyard.local.api.http;

import io.trainyard.local.api.request.ApiKernel;
import io.trainyard.local.api.request.ApiRequest;
import io.trainyard.local.api.request.Verb;
import io.trainyard.local.api.table.TableEvents;
import io.trainyard.local.api.table.Tables;
import io.trainyard.local.api.watch.WatchNotice;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Answers HTTP requests. Used on the event loop of one server socket only. */
public final class HttpShell {
    private static final Set<String> HEALTH = Set.of("healthz", "livez", "readyz");

    private final Vertx vertx;
    private final KernelGateway gateway;
    private final ServerDescription description;
    private final AccessRules access;
    private final LogRequests logs;
    private final StreamRequests streams;
    private final Clock clock;
    private final RequestReader reader;
    private final WatchStreams watchStreams = new WatchStreams();

    public HttpShell(
            Vertx vertx,
            KernelGateway gateway,
            ServerDescription description,
            AccessRules access,
            LogRequests logs,
            StreamRequests streams,
            Clock clock) {
        this.vertx = vertx;
        this.gateway = gateway;
        this.description = description;
        this.access = access;
        this.logs = logs;
        this.streams = streams;
        this.clock = clock;
        this.reader = new RequestReader(vertx, gateway);
    }

    /** Answers a request. */
    public void handle(HttpServerRequest request) {
        try {
            route(request, access.admit(request));
        } catch (RuntimeException e) {
            // Nobody else would answer.
            ResponseWriter.failure(request, e);
        }
    }

    private void route(HttpServerRequest request, String fullPath) {
        List<String> steps = RequestPath.steps(fullPath);
        String first = steps.isEmpty() ? "" : steps.get(0);
        if (RequestPath.isToObjects(steps)) {
            routeToObjects(request, RequestPath.parse(steps).orElseThrow(ApiKernel::noSuchResource));
        } else {
            answerAboutServer(request, steps, first);
        }
    }

    private void answerAboutServer(HttpServerRequest request, List<String> steps, String first) {
        if (ServerDescription.isAbout(first)) {
            answer(request, gateway.call(() -> Future.succeededFuture(description.at(steps))));
        } else if (HEALTH.contains(first)) {
            ResponseWriter.text(request, 200, "ok");
        } else {
            throw ApiKernel.noSuchResource();
        }
    }

    private static void answer(HttpServerRequest request, Future<Optional<Map<String, Object>>> description) {
        description.onComplete(result -> {
            if (result.succeeded() && result.result().isPresent()) {
                ResponseWriter.tree(request, 200, result.result().get());
            } else {
                ResponseWriter.failure(request, result.succeeded() ? ApiKernel.noSuchResource() : result.cause());
            }
        });
    }

    private void routeToObjects(HttpServerRequest request, RequestPath path) {
        if (StreamRequests.isAbout(path)) {
            streams.answer(request, path);
            return;
        }
        RequestHead head = RequestHead.of(request);
        Verb verb = RequestReader.verb(head.method(), path);
        if (LogRequests.isAbout(path) && verb == Verb.GET) {
            logs.answer(request, path);
        } else if (verb == Verb.LIST && head.parameters().flag("watch")) {
            watch(request, path, head);
        } else {
            Future<ApiRequest> complete = reader.complete(verb, path, head, () -> new BoundedBody(request).read());
            complete.compose(gateway::submit).onComplete(result -> {
                if (result.succeeded()) {
                    ResponseWriter.success(request, result.result(), clock);
                } else {
                    ResponseWriter.failure(request, result.cause());
                }
            });
        }
    }

    private void watch(HttpServerRequest request, RequestPath path, RequestHead head) {
        ApiRequest watch = RequestReader.withoutBody(Verb.LIST, path, head);
        if (isUpgrade(request)) {
            // An upgrade must be asked for before anything else happens with the request.
            request.toWebSocket().onSuccess(socket -> {
                BatchingSink sink = watchStreams.webSocket(socket, vertx.getOrCreateContext());
                gateway.watch(watch, sink)
                        .onSuccess(end -> socket.closeHandler(nothing -> end.run()))
                        .onFailure(failure -> socket.close((short) 1008, failure.getMessage()));
            });
            return;
        }
        // The head of the answer is written with the first notice, or at once if the watch stands; a refusal has a head
        // of its own.
        Function<WatchNotice, byte[]> json = Tables.isWanted(request.getHeader(HttpHeaders.ACCEPT))
                ? new TableEvents(String.valueOf(request.getParam("includeObject")), clock)::json
                : WatchNotice::json;
        BatchingSink sink = watchStreams.chunked(request, vertx.getOrCreateContext(), json);
        gateway.watch(watch, sink)
                .onSuccess(end -> {
                    request.response().closeHandler(nothing -> end.run());
                    watchStreams.begin(request);
                })
                .onFailure(failure -> ResponseWriter.failure(request, failure));
    }

    private static boolean isUpgrade(HttpServerRequest request) {
        return "websocket".equalsIgnoreCase(request.getHeader("Upgrade"));
    }
}
