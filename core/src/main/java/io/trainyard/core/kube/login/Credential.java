package io.trainyard.core.kube.login;

import io.trainyard.core.tls.CertifiedKey;
import java.time.Instant;
import java.util.Optional;

/**
 * What proves who we are for a while.
 *
 * @param token a bearer token; empty when the certificate says it all
 * @param certificate a client certificate with its key; empty when the token says it all
 * @param expires when the first of them stops being accepted, where known
 */
record Credential(Optional<String> token, Optional<CertifiedKey> certificate, Optional<Instant> expires) {
    /** A token alone. */
    static Credential ofToken(String token, Optional<Instant> expires) {
        return new Credential(Optional.of(token), Optional.empty(), expires);
    }

    /** Whether the API server would see no difference. */
    boolean isSameAs(Credential other) {
        return token.equals(other.token) && certificate.equals(other.certificate);
    }

    /** Never shows token or key. */
    @Override
    public String toString() {
        return "Credential[token=" + token.isPresent() + ", certificate=" + certificate.isPresent() + ", expires="
                + expires.map(Instant::toString).orElse("unknown") + "]";
    }
}
