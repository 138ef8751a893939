package io.trainyard.local.api.http;

import io.trainyard.local.client.ApiException;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Map;
import java.util.Set;

/** Who may talk to the server (LOCAL-10). */
public final class AccessRules {
    private static final Set<String> HOSTS = Set.of("127.0.0.1", "localhost", "[::1]");
    private static final String SCHEME = "Bearer ";

    private final String token;

    /** Requests must carry the token, unless it is empty. */
    public AccessRules(String token) {
        this.token = token;
    }

    void check(HttpServerRequest request) {
        // A web page may send requests to us under a name of its own; it must not get answers.
        String host = request.getHeader(HttpHeaders.HOST);
        if (host == null || !HOSTS.contains(host.replaceFirst(":\\d+$", ""))) {
            throw new ApiException(
                    403, "Forbidden", "requests must be addressed to 127.0.0.1, localhost or [::1]", Map.of());
        }
        if (!token.isEmpty() && !hasToken(request)) {
            throw new ApiException(401, "Unauthorized", "Unauthorized", Map.of());
        }
    }

    private boolean hasToken(HttpServerRequest request) {
        String header = request.getHeader(HttpHeaders.AUTHORIZATION);
        return header != null
                && header.startsWith(SCHEME)
                && MessageDigest.isEqual(
                        header.substring(SCHEME.length()).getBytes(StandardCharsets.UTF_8),
                        token.getBytes(StandardCharsets.UTF_8));
    }
}
