package io.trainyard.core.certificates;

import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Certificates that tests need; keys take a while, so some are made once. */
final class Issued {
    static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
    static final CertificatePolicy POLICY = new CertificatePolicy(
            CertificatePolicy.namesOf("trainer", "kubeflow-system"),
            Duration.ofDays(3650),
            Duration.ofDays(365),
            Duration.ofDays(90));
    static final SignedKey CA = authority(NOW);
    static final SignedKey OTHER_CA = authority(NOW.plus(Duration.ofDays(3600)));

    private Issued() {}

    static SignedKey authority(Instant at) {
        try {
            return new CertificateIssuer(POLICY, SpareKeys.SHARED).authority(at);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    static SignedKey server(SignedKey authority, Instant at) {
        return server(POLICY, authority, at);
    }

    static SignedKey server(CertificatePolicy policy, SignedKey authority, Instant at) {
        try {
            return new CertificateIssuer(policy, SpareKeys.SHARED).server(authority, at);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What a Secret holds: the first authority signs. */
    static KeyMaterial material(SignedKey server, SignedKey authority, SignedKey... older) {
        return new KeyMaterial(
                Stream.concat(Stream.of(authority), Stream.of(older))
                        .map(SignedKey::certificate)
                        .toList(),
                Optional.of(authority),
                Optional.of(server));
    }

    static KeyMaterial stored(KeyMaterial material) {
        return KeyMaterial.read(material.content());
    }

    static List<String> names() {
        return POLICY.names();
    }
}
