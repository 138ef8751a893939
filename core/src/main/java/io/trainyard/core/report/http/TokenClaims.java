package io.trainyard.core.report.http;

import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.tree.Tree;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a token of a ServiceAccount says of itself. Nothing of it is proven: only what the API server has confirmed counts. Pure.
 *
 * @param audiences whom it is meant for
 * @param expires when it ends
 * @param notBefore when it begins; the epoch where it does not say
 * @param namespace of the ServiceAccount; empty when it does not say
 * @param pod name of the pod that it was made for; empty when it was made for none
 * @param podUid of that pod; may be empty
 */
record TokenClaims(
        List<String> audiences, Instant expires, Instant notBefore, String namespace, String pod, String podUid) {
    /** Clocks that make tokens may be ahead of ours. */
    private static final Duration AHEAD = Duration.ofMinutes(5);

    private static final String KUBERNETES = "kubernetes.io";

    /** Reads a token; empty for what cannot be one, or never ends. */
    static Optional<TokenClaims> read(String token) {
        String[] parts = token.split("\\.", -1);
        if (parts.length != 3) {
            return Optional.empty();
        }
        try {
            Map<String, Object> claims = Json.parseObject(Base64.getUrlDecoder().decode(parts[1]));
            long expires = Tree.integer(0, claims, "exp");
            return expires <= 0
                    ? Optional.empty()
                    : Optional.of(new TokenClaims(
                            audiences(claims.get("aud")),
                            Instant.ofEpochSecond(expires),
                            Instant.ofEpochSecond(Tree.integer(0, claims, "nbf")),
                            Tree.text(claims, KUBERNETES, "namespace"),
                            Tree.text(claims, KUBERNETES, "pod", "name"),
                            Tree.text(claims, KUBERNETES, "pod", "uid")));
        } catch (IllegalArgumentException | DateTimeException noToken) {
            return Optional.empty();
        }
    }

    private static List<String> audiences(@Nullable Object claim) {
        if (claim instanceof String one) {
            return List.of(one);
        }
        return claim instanceof List<?> several
                ? several.stream().map(String::valueOf).toList()
                : List.of();
    }

    /** Whether it could be good for this: all that can be told without asking. */
    boolean mayBe(String audience, String inNamespace, Instant now) {
        return audiences.contains(audience)
                && namespace.equals(inNamespace)
                && expires.isAfter(now)
                && !notBefore.isAfter(now.plus(AHEAD));
    }
}
