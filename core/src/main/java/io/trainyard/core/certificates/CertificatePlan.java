package io.trainyard.core.certificates;

import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Decides what the Secret lacks, so that at every moment every replica's certificate comes from an authority that the API server trusts: a new authority is first only added; the servers get a certificate from it when the API server knows it; the old one goes later.
 *
 * @param policy what certificates are to be like
 */
record CertificatePlan(CertificatePolicy policy) {
    /** An API server learns of a changed webhook configuration a moment after it was stored, and there may be several of them. */
    static final Duration SETTLING = Duration.ofSeconds(5);

    /** How long an old authority is trusted after the new one was made. */
    static final Duration OVERLAP = Duration.ofDays(7);

    private static final int MAX_TRUSTED = 4;

    /**
     * The next step.
     *
     * @param stored what the Secret holds
     * @param serving with what this replica serves; {@link KeyMaterial#NONE} at the start
     * @param knownSince since when the API server is told to trust the stored authority; empty when it is not
     */
    CertificateStep next(KeyMaterial stored, KeyMaterial serving, Optional<Instant> knownSince, Instant now) {
        Instant horizon = now.plus(policy.rotateBefore());
        Optional<SignedKey> authority = stored.authority()
                .filter(signed -> SignedKey.isValid(signed.certificate(), now)
                        && SignedKey.isValid(signed.certificate(), horizon));
        return authority.isEmpty()
                ? newAuthority(stored, serving, now)
                : underAuthority(stored, authority.get(), knownSince, now);
    }

    private CertificateStep newAuthority(KeyMaterial stored, KeyMaterial serving, Instant now) {
        List<X509Certificate> trusted = Stream.concat(stored.authorities().stream(), serving.authorities().stream())
                .filter(certificate -> SignedKey.isValid(certificate, now))
                .distinct()
                .limit(MAX_TRUSTED)
                .toList();
        Optional<SignedKey> server = Stream.of(stored.server(), serving.server())
                .flatMap(Optional::stream)
                .flatMap(signed -> new KeyMaterial(trusted, Optional.empty(), Optional.of(signed))
                        .usableServer(policy.name(), now).stream())
                .findFirst();
        return new CertificateStep.NewAuthority(trusted, server);
    }

    private CertificateStep underAuthority(
            KeyMaterial stored, SignedKey authority, Optional<Instant> knownSince, Instant now) {
        Optional<SignedKey> usable = stored.usableServer(policy.name(), now);
        Optional<SignedKey> own = usable.filter(signed -> signed.isFrom(authority.certificate(), now));
        if (own.isEmpty() && usable.isPresent()) {
            // The authority is new: servers keep their certificate until callers trust it.
            Instant settled = knownSince.map(since -> since.plus(SETTLING)).orElse(now.plus(SETTLING));
            return knownSince.isPresent() && !settled.isAfter(now)
                    ? new CertificateStep.NewServer(authority)
                    : new CertificateStep.Keep(settled);
        }
        Instant horizon = now.plus(policy.rotateBefore());
        if (own.isEmpty() || !SignedKey.isValid(own.get().certificate(), horizon)) {
            return new CertificateStep.NewServer(authority);
        }
        return withoutOldAuthorities(stored, authority, own.get(), now);
    }

    private CertificateStep withoutOldAuthorities(
            KeyMaterial stored, SignedKey authority, SignedKey server, Instant now) {
        Instant overlapEnd = CertificateIssuer.issuedAt(authority.certificate()).plus(OVERLAP);
        List<X509Certificate> needed = stored.authorities().stream()
                .filter(certificate -> certificate.equals(authority.certificate())
                        || (overlapEnd.isAfter(now) && SignedKey.isValid(certificate, now)))
                .distinct()
                .toList();
        if (needed.size() < stored.authorities().size()) {
            return new CertificateStep.FewerAuthorities(new KeyMaterial(needed, stored.authority(), stored.server()));
        }
        Stream<Instant> ends =
                Stream.of(authority.notAfter(), server.notAfter()).map(end -> end.minus(policy.rotateBefore()));
        Stream<Instant> overlap = needed.size() > 1 ? Stream.of(overlapEnd) : Stream.empty();
        return new CertificateStep.Keep(
                Stream.concat(ends, overlap).min(Instant::compareTo).orElse(now));
    }
}
