package io.trainyard.core.certificates;

import io.vertx.core.net.KeyCertOptions;
import java.time.Instant;

/**
 * What a TLS server serves with.
 *
 * @param certificatePem the certificate, then those between it and the authority, in PEM
 * @param keyPem its private key in PEM; a secret
 * @param authoritiesPem whom a caller has to trust, in PEM; empty when unknown
 * @param notAfter until when the certificate is valid
 */
public record ServingCertificate(String certificatePem, String keyPem, String authoritiesPem, Instant notAfter) {
    /** As Vert.x wants it. */
    public KeyCertOptions keyCertOptions() {
        return new ServingKeys(certificatePem, keyPem);
    }

    /** Without the key, which belongs into no log. */
    @Override
    public String toString() {
        return "ServingCertificate[notAfter=" + notAfter + "]";
    }
}
