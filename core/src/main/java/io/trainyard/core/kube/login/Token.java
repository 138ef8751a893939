package io.trainyard.core.kube.login;

import java.time.Instant;
import java.util.Optional;

/**
 * A bearer token.
 *
 * @param value the token
 * @param expires when it stops being accepted, where known
 */
public record Token(String value, Optional<Instant> expires) {
    /** Never shows the token. */
    @Override
    public String toString() {
        return "Token[expires=" + expires.map(Instant::toString).orElse("unknown") + "]";
    }
}
