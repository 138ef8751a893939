package io.trainyard.core.certificates;

import io.trainyard.core.tls.Pem;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Certificates and keys that could be read and belong together, whether they are still valid or not.
 *
 * @param authorities all authorities that are trusted; the first one signs
 * @param authority the first authority with its key; empty when the key is missing or another's
 * @param server the servers' certificate with its key; empty when one is missing or they do not belong together
 */
record KeyMaterial(List<X509Certificate> authorities, Optional<SignedKey> authority, Optional<SignedKey> server) {
    static final KeyMaterial NONE = new KeyMaterial(List.of(), Optional.empty(), Optional.empty());

    KeyMaterial {
        authorities = List.copyOf(authorities);
    }

    /** Reads what can be read, and leaves out the rest. Costs some signatures: not on an event loop. */
    static KeyMaterial read(SecretContent content) {
        List<X509Certificate> authorities = certificates(content.authorities()).stream()
                .filter(SignedKey::isAuthority)
                .toList();
        return new KeyMaterial(
                authorities,
                authorities.isEmpty()
                        ? Optional.empty()
                        : signedKey(List.of(authorities.get(0)), content.authorityKey()),
                signedKey(certificates(content.server()), content.serverKey()));
    }

    /** As a Secret holds it; only for material that is complete. */
    SecretContent content() {
        return new SecretContent(
                Pem.of(authorities),
                authority.map(signed -> Pem.of(signed.key())).orElse(""),
                server.map(signed -> Pem.of(signed.chain())).orElse(""),
                server.map(signed -> Pem.of(signed.key())).orElse(""));
    }

    /** The servers' certificate if a caller who trusts one of the authorities accepts it at that time for this name. */
    Optional<SignedKey> usableServer(String name, Instant at) {
        return server.filter(signed ->
                signed.isForServer(name) && authorities.stream().anyMatch(trusted -> signed.isFrom(trusted, at)));
    }

    /** The certificate for servers; empty when there is none. */
    Optional<ServingCertificate> serving() {
        return server.map(signed -> new ServingCertificate(
                Pem.of(signed.chain()), Pem.of(signed.key()), Pem.of(authorities), signed.notAfter()));
    }

    private static List<X509Certificate> certificates(String pem) {
        try {
            return Pem.certificates(pem);
        } catch (GeneralSecurityException unreadable) {
            return List.of();
        }
    }

    private static Optional<SignedKey> signedKey(List<X509Certificate> chain, String key) {
        if (chain.isEmpty() || key.isBlank()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new SignedKey(chain, Pem.key(key))).filter(SignedKey::matches);
        } catch (GeneralSecurityException unreadable) {
            return Optional.empty();
        }
    }
}
