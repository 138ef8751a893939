package io.trainyard.local.api.http;

import io.trainyard.foundation.regex.LinearPattern;
import io.trainyard.local.client.ApiException;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who may talk to the server. The token is a bearer token, or the first step of the path: kubectl and the clients that
 * are built like it never send a bearer token over plain HTTP, but they keep a path that the URL of the server has.
 * {@code kubectl get --raw} drops that path, too; what a cluster tells everybody needs no token here either.
 */
public final class AccessRules {
    private static final LinearPattern HTTP = LinearPattern.of("^https?://");
    private static final LinearPattern PORT = LinearPattern.of(":\\d+$");

    private static final Set<String> HOSTS = Set.of("127.0.0.1", "localhost", "[::1]");
    private static final Set<String> PUBLIC = Set.of("/healthz", "/livez", "/readyz", "/version", "/version/");
    private static final String SCHEME = "Bearer ";

    private final String token;

    /** Requests must carry the token. */
    public AccessRules(String token) {
        this.token = token;
    }

    /**
     * Lets a request in.
     *
     * @return its path, without the token
     * @throws ApiException when it may not come in
     */
    String admit(HttpServerRequest request) {
        // A web page may send requests to us under a name of its own; it must not get answers.
        String host = request.getHeader(HttpHeaders.HOST);
        if (host == null || !HOSTS.contains(PORT.replaceAll(host, ""))) {
            throw new ApiException(
                    403, "Forbidden", "requests must be addressed to 127.0.0.1, localhost or [::1]", Map.of());
        }
        // Nor may it make us do anything: no rule of browsers keeps it from opening a WebSocket to us.
        String origin = request.getHeader(HttpHeaders.ORIGIN);
        if (origin != null && !HOSTS.contains(PORT.replaceAll(HTTP.replaceAll(origin, ""), ""))) {
            throw new ApiException(
                    403, "Forbidden", "requests of pages from elsewhere than this machine are not answered", Map.of());
        }
        return admit(request.path(), request.getHeader(HttpHeaders.AUTHORIZATION));
    }

    private String admit(String path, @Nullable String authorization) {
        if (authorization == null && PUBLIC.contains(path)) {
            return path;
        }
        int end = path.indexOf('/', 1);
        String first = path.substring(Math.min(1, path.length()), end < 0 ? path.length() : end);
        if (isToken(first)) {
            return end < 0 ? "/" : path.substring(end);
        }
        if (authorization != null
                && authorization.startsWith(SCHEME)
                && isToken(authorization.substring(SCHEME.length()))) {
            return path;
        }
        throw new ApiException(401, "Unauthorized", "Unauthorized", Map.of());
    }

    /** Takes as long for a wrong text as for the right one. */
    private boolean isToken(String text) {
        return MessageDigest.isEqual(text.getBytes(StandardCharsets.UTF_8), token.getBytes(StandardCharsets.UTF_8));
    }
}
