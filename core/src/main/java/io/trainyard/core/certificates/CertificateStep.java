package io.trainyard.core.certificates;

import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What is to be done next about the content of the Secret. */
sealed interface CertificateStep {
    /**
     * Nothing.
     *
     * @param until when something may have to be done
     */
    record Keep(Instant until) implements CertificateStep {}

    /**
     * A new authority.
     *
     * @param trusted older authorities that callers must go on trusting
     * @param server stays for the time being, since callers may not trust the new authority yet; empty when there is none to keep
     */
    record NewAuthority(List<X509Certificate> trusted, Optional<SignedKey> server) implements CertificateStep {
        public NewAuthority {
            trusted = List.copyOf(trusted);
        }
    }

    /** A new certificate for the servers from the authority that there is. */
    record NewServer(SignedKey authority) implements CertificateStep {}

    /** Authorities that no server needs any more go. */
    record FewerAuthorities(KeyMaterial remaining) implements CertificateStep {}
}
