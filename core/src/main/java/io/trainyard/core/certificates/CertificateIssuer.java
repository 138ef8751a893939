package io.trainyard.core.certificates;

import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;

/**
 * Makes keys and signs certificates. Takes up to some hundred milliseconds: not on an event loop. As long as none has to be made, what makes them is not even
 * loaded.
 */
final class CertificateIssuer {
    /** Clocks differ, by an hour where a time zone is set wrong: callers that lag behind must not find a certificate not valid yet. */
    static final Duration BACKDATED = Duration.ofDays(1);

    private final CertificatePolicy policy;
    private final KeyPairs keyPairs;

    /** @param keys where the keys of certificates come from */
    CertificateIssuer(CertificatePolicy policy, KeyPairs keys) {
        this.policy = policy;
        this.keyPairs = keys;
    }

    CertificatePolicy policy() {
        return policy;
    }

    /** When a certificate of ours was made. */
    static Instant issuedAt(X509Certificate certificate) {
        return certificate.getNotBefore().toInstant().plus(BACKDATED);
    }

    /** An authority that vouches for itself. */
    SignedKey authority(Instant now) throws GeneralSecurityException {
        return new CertificateBuilder(policy, keyPairs).authority(now);
    }

    /** A certificate for the servers; it does not outlive the authority. */
    SignedKey server(SignedKey authority, Instant now) throws GeneralSecurityException {
        return new CertificateBuilder(policy, keyPairs).server(authority, now);
    }
}
