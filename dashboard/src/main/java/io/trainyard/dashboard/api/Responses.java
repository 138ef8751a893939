package io.trainyard.dashboard.api;

import io.trainyard.dashboard.page.EntityTag;
import io.trainyard.foundation.json.Json;
import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.RoutingContext;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends answers. */
final class Responses {
    private static final Logger LOG = LoggerFactory.getLogger(Responses.class);

    private Responses() {}

    /** A tree as JSON; 304 when the asker has it already. */
    static void json(RoutingContext request, Object tree) {
        if (request.response().ended() || request.response().closed()) {
            return;
        }
        Buffer body = Buffer.buffer(Json.bytes(tree));
        String tag = EntityTag.of(body.getBytes());
        request.response()
                .putHeader("Content-Type", "application/json")
                .putHeader("Cache-Control", "private, no-cache")
                .putHeader("Vary", "Authorization, Cookie")
                .putHeader("ETag", tag);
        if (tag.equals(request.request().getHeader("If-None-Match"))) {
            request.response().setStatusCode(304).end();
        } else {
            request.response().end(body);
        }
    }

    /** An error, with a message for a person. What we did not foresee is logged and shown without its reasons. */
    static void error(RoutingContext request, Throwable failure) {
        if (failure instanceof ApiException known) {
            error(request, known.status(), Objects.requireNonNullElse(known.getMessage(), ""));
        } else {
            LOG.warn("{} {} failed", request.request().method(), request.normalizedPath(), failure);
            error(request, 500, "this did not work; the log of the controller says why");
        }
    }

    static void error(RoutingContext request, int status, String message) {
        if (request.response().ended() || request.response().closed()) {
            return;
        }
        if (request.response().headWritten()) {
            request.response().reset();
            return;
        }
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("code", status);
        tree.put("message", message);
        if (status == 503 || status == 429) {
            request.response().putHeader("Retry-After", "2");
        }
        request.response()
                .setStatusCode(status)
                .putHeader("Content-Type", "application/json")
                .putHeader("Cache-Control", "no-store")
                .end(Json.text(tree));
    }
}
