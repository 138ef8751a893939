package io.trainyard.dashboard.api;

import io.trainyard.dashboard.access.AntiForgery;
import io.trainyard.dashboard.access.Credentials;
import io.trainyard.dashboard.access.Identity;
import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.json.MalformedTextException;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.Cookie;
import io.vertx.core.http.CookieSameSite;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Who the reader is. A token that was given becomes a cookie that no script can read; nothing is kept here, so every replica knows everybody, also
 * after a restart.
 */
final class SessionRoutes {
    private static final int MAX_BODY = 16 * 1024;

    private final Gate gate;
    private final Turn turn;
    private final AntiForgery antiForgery;
    private final About about;

    /**
     * What the page wants to know first.
     *
     * @param login how users say who they are: {@code token}, {@code header} or {@code none}
     * @param readOnly whether jobs can be changed here
     */
    record About(String version, String login, boolean readOnly) {}

    SessionRoutes(Gate gate, Turn turn, AntiForgery antiForgery, About about) {
        this.gate = gate;
        this.turn = turn;
        this.antiForgery = antiForgery;
        this.about = about;
    }

    void addTo(Router router) {
        router.get("/session").handler(this::show);
        router.post("/session")
                .handler(BodyHandler.create(false).setBodyLimit(MAX_BODY))
                .handler(this::begin);
        router.delete("/session").handler(this::end);
    }

    private void show(RoutingContext request) {
        Credentials credentials = Gate.credentials(request);
        turn.then(request, () -> gate.user(credentials), who -> Responses.json(request, tree(credentials, who)));
    }

    private Map<String, Object> tree(Credentials credentials, Optional<Identity> who) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("version", about.version());
        tree.put("login", about.login());
        tree.put("readOnly", about.readOnly());
        tree.put("known", who.isPresent());
        who.ifPresent(user -> {
            tree.put("user", user.name());
            tree.put("antiForgery", antiForgery.word(credentials));
        });
        return tree;
    }

    private void begin(RoutingContext request) {
        // A form of another site cannot send this type.
        if (!Gate.text(request.request().getHeader("Content-Type")).startsWith("application/json")) {
            Responses.error(request, 415, "send JSON: {\"token\": \"…\"}");
            return;
        }
        Credentials credentials = Gate.credentials(request, token(request));
        turn.then(request, () -> gate.user(credentials), who -> {
            if (who.isEmpty()) {
                throw ApiException.unauthenticated();
            }
            request.response().addCookie(cookie(request, credentials.token()));
            Responses.json(request, tree(credentials, who));
        });
    }

    private static String token(RoutingContext request) {
        Buffer body = request.body().buffer();
        try {
            return body != null && Json.parseObject(body.getBytes()).get("token") instanceof String token
                    ? token.strip()
                    : "";
        } catch (MalformedTextException e) {
            throw ApiException.badRequest("send JSON: {\"token\": \"…\"}");
        }
    }

    private void end(RoutingContext request) {
        request.response().addCookie(cookie(request, "").setMaxAge(0));
        Responses.json(request, Map.of("done", true));
    }

    private static Cookie cookie(RoutingContext request, String token) {
        boolean tls = request.request().isSSL()
                || "https".equalsIgnoreCase(request.request().getHeader("X-Forwarded-Proto"));
        return Cookie.cookie(Credentials.COOKIE, token)
                .setHttpOnly(true)
                .setSameSite(CookieSameSite.STRICT)
                .setSecure(tls)
                .setPath("/");
    }
}
