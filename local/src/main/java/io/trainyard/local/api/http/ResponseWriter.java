package io.trainyard.local.api.http;

import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.regex.LinearPattern;
import io.trainyard.local.api.request.ApiResponse;
import io.trainyard.local.api.table.Tables;
import io.trainyard.local.client.ApiException;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes answers. */
final class ResponseWriter {
    private static final LinearPattern CONTROLS = LinearPattern.of("[[:cntrl:]]+");

    private static final Logger LOG = LoggerFactory.getLogger(ResponseWriter.class);
    private static final CharSequence JSON = HttpHeaders.createOptimized("application/json");

    private ResponseWriter() {}

    static void success(HttpServerRequest request, ApiResponse answer, Clock clock) {
        addWarnings(request.response(), answer.warnings());
        Map<String, Object> table = Tables.isWanted(request.getHeader(HttpHeaders.ACCEPT))
                ? table(answer.body(), String.valueOf(request.getParam("includeObject")), clock)
                : Map.of();
        if (table.isEmpty()) {
            json(request, answer.code(), answer.body().json());
        } else {
            tree(request, answer.code(), table);
        }
    }

    /** What is not from the store has no table; empty then. */
    private static Map<String, Object> table(ApiResponse.Body body, String include, Clock clock) {
        if (body instanceof ApiResponse.Single single) {
            return Tables.of(
                    single.type(), List.of(single.tree()), single.object().revision(), include, clock);
        }
        if (body instanceof ApiResponse.Many many) {
            List<Map<String, Object>> objects =
                    many.objects().stream().map(many.type()::render).toList();
            return Tables.of(many.type(), objects, many.revision(), include, clock);
        }
        return Map.of();
    }

    /** What lies before the part that all paths have may be the token. */
    private static String withoutSecret(String path) {
        int start = path.indexOf("/api");
        return start < 0 ? "" : path.substring(start);
    }

    static void addWarnings(HttpServerResponse response, List<String> warnings) {
        for (String warning : warnings) {
            String quoted = CONTROLS.replaceAll(warning.replace("\\", "\\\\").replace("\"", "\\\""), " ");
            response.headers().add("Warning", "299 - \"" + quoted + "\"");
        }
    }

    static void tree(HttpServerRequest request, int code, Map<String, Object> tree) {
        json(request, code, Json.bytes(tree));
    }

    static void json(HttpServerRequest request, int code, byte[] json) {
        HttpServerResponse response = request.response();
        if (response.ended() || response.closed()) {
            return;
        }
        response.setStatusCode(code).putHeader(HttpHeaders.CONTENT_TYPE, JSON).end(Buffer.buffer(json));
    }

    static void text(HttpServerRequest request, int code, String text) {
        request.response()
                .setStatusCode(code)
                .putHeader(HttpHeaders.CONTENT_TYPE, "text/plain; charset=utf-8")
                .end(text);
    }

    /** What a client is told of a failure; what is not an {@link ApiException} is our own mistake. */
    static ApiException told(String request, Throwable cause) {
        if (cause instanceof ApiException known) {
            return known;
        }
        LOG.error("Request failed: {}", request, cause);
        return new ApiException(500, "InternalError", "Internal error occurred: " + cause, Map.of());
    }

    /** A failure, as a {@code Status}. */
    static void failure(HttpServerRequest request, Throwable cause) {
        ApiException failure = told(request.method() + " " + withoutSecret(request.path()), cause);
        addWarnings(request.response(), failure.warnings());
        if (failure.retryAfterSeconds() != null) {
            request.response().putHeader("Retry-After", String.valueOf(failure.retryAfterSeconds()));
        }
        tree(request, failure.code(), failure.toStatus());
    }
}
