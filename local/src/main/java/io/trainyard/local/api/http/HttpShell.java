package io.trainyard.local.api.http;

import io.trainyard.local.api.discovery.Discovery;
import io.trainyard.local.api.discovery.OpenApi;
import io.trainyard.local.api.request.ApiKernel;
import io.trainyard.local.api.request.ApiRequest;
import io.trainyard.local.api.request.RequestParameters;
import io.trainyard.local.api.request.Verb;
import io.trainyard.local.api.watch.WatchNotice;
import io.trainyard.local.client.ApiException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Answers HTTP requests. Used on the event loop of one server socket only. */
public final class HttpShell {
    private final Vertx vertx;
    private final KernelGateway gateway;
    private final Discovery discovery;
    private final AccessRules access;
    private final LogRequests logs;
    private final StreamRequests streams;
    private final OpenApi openApi;
    private final Clock clock;
    private final RequestReader reader;
    private final WatchStreams watchStreams = new WatchStreams(WatchNotice::json);

    public HttpShell(
            Vertx vertx,
            KernelGateway gateway,
            Discovery discovery,
            AccessRules access,
            LogRequests logs,
            StreamRequests streams,
            OpenApi openApi,
            Clock clock) {
        this.vertx = vertx;
        this.gateway = gateway;
        this.discovery = discovery;
        this.access = access;
        this.logs = logs;
        this.streams = streams;
        this.openApi = openApi;
        this.clock = clock;
        this.reader = new RequestReader(vertx);
    }

    /** Answers a request. */
    public void handle(HttpServerRequest request) {
        try {
            route(request, access.admit(request));
        } catch (ApiException e) {
            ResponseWriter.failure(request, e);
        }
    }

    private void route(HttpServerRequest request, String fullPath) {
        List<String> steps = RequestPath.steps(fullPath);
        String first = steps.isEmpty() ? "" : steps.get(0);
        boolean objects = (first.equals("api") && steps.size() > 2) || (first.equals("apis") && steps.size() > 3);
        if (objects) {
            routeToObjects(request, RequestPath.parse(steps).orElseThrow(ApiKernel::noSuchResource));
        } else {
            answerAboutServer(request, steps, first);
        }
    }

    private void answerAboutServer(HttpServerRequest request, List<String> steps, String first) {
        switch (first) {
            case "healthz", "livez", "readyz" -> ResponseWriter.text(request, 200, "ok");
            case "version" -> ResponseWriter.tree(request, 200, discovery.version());
            case "api", "apis", "openapi" ->
                answer(request, gateway.call(() -> Future.succeededFuture(describe(request, steps))));
            default -> throw ApiKernel.noSuchResource();
        }
    }

    private Optional<Map<String, Object>> describe(HttpServerRequest request, List<String> steps) {
        if (steps.get(0).equals("openapi")) {
            return describeFields(steps);
        }
        boolean core = steps.get(0).equals("api");
        if (steps.size() == 1) {
            return Optional.of(core ? discovery.coreVersions(request.getHeader("Host")) : discovery.groups());
        }
        if (core) {
            return discovery.resources("", steps.get(1));
        }
        return steps.size() == 2 ? discovery.group(steps.get(1)) : discovery.resources(steps.get(1), steps.get(2));
    }

    private Optional<Map<String, Object>> describeFields(List<String> steps) {
        if (steps.size() < 2 || !steps.get(1).equals("v3")) {
            return Optional.empty();
        }
        return steps.size() == 2
                ? Optional.of(openApi.index())
                : openApi.document(String.join("/", steps.subList(2, steps.size())));
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
        Verb verb = RequestReader.verb(request, path);
        RequestParameters parameters = RequestReader.parameters(request);
        if (LogRequests.isAbout(path) && verb == Verb.GET) {
            logs.answer(request, path);
        } else if (verb == Verb.LIST && parameters.flag("watch")) {
            watch(request, path);
        } else {
            Future<ApiRequest> complete = verb == Verb.GET || verb == Verb.LIST
                    ? Future.succeededFuture(RequestReader.withoutBody(verb, path, request))
                    : reader.withBody(verb, path, request);
            complete.compose(gateway::submit).onComplete(result -> {
                if (result.succeeded()) {
                    ResponseWriter.success(request, result.result(), clock);
                } else {
                    ResponseWriter.failure(request, result.cause());
                }
            });
        }
    }

    private void watch(HttpServerRequest request, RequestPath path) {
        ApiRequest watch = RequestReader.withoutBody(Verb.LIST, path, request);
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
        BatchingSink sink = watchStreams.chunked(request, vertx.getOrCreateContext());
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
