package io.trainyard.core.certificates;

import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What the Secret is to hold, after a look at what it holds.
 *
 * @param material what it is to hold
 * @param changed whether that differs from what it holds
 * @param issued which certificates were made for that
 * @param until when to look again; at once after a change
 */
record Renewal(KeyMaterial material, boolean changed, Set<CertificateUsage> issued, Instant until) {
    /**
     * An authority that the API server is told to trust.
     *
     * @param certificate the authority
     * @param since since when
     */
    record Known(X509Certificate certificate, Instant since) {}

    /** Takes the next step; makes keys, so not on an event loop. */
    static Renewal of(
            CertificateIssuer issuer, SecretContent content, KeyMaterial serving, Optional<Known> known, Instant now)
            throws GeneralSecurityException {
        KeyMaterial stored = KeyMaterial.read(content);
        Optional<Instant> knownSince = known.filter(trusted -> stored.authorities().stream()
                        .findFirst()
                        .filter(trusted.certificate()::equals)
                        .isPresent())
                .map(Known::since);
        CertificateStep step = new CertificatePlan(issuer.policy()).next(stored, serving, knownSince, now);
        if (step instanceof CertificateStep.NewAuthority renewed) {
            return newAuthority(issuer, renewed, now);
        } else if (step instanceof CertificateStep.NewServer renewed) {
            SignedKey server = issuer.server(renewed.authority(), now);
            return new Renewal(
                    new KeyMaterial(stored.authorities(), stored.authority(), Optional.of(server)),
                    true,
                    EnumSet.of(CertificateUsage.SERVER),
                    now);
        } else if (step instanceof CertificateStep.FewerAuthorities fewer) {
            return new Renewal(fewer.remaining(), true, EnumSet.noneOf(CertificateUsage.class), now);
        } else if (step instanceof CertificateStep.Keep keep) {
            return new Renewal(stored, false, EnumSet.noneOf(CertificateUsage.class), keep.until());
        }
        throw new IllegalStateException("an unknown step: " + step);
    }

    private static Renewal newAuthority(CertificateIssuer issuer, CertificateStep.NewAuthority step, Instant now)
            throws GeneralSecurityException {
        SignedKey authority = issuer.authority(now);
        Set<CertificateUsage> issued = EnumSet.of(CertificateUsage.CA);
        SignedKey server;
        if (step.server().isPresent()) {
            server = step.server().get();
        } else {
            server = issuer.server(authority, now);
            issued.add(CertificateUsage.SERVER);
        }
        List<X509Certificate> authorities = new ArrayList<>();
        authorities.add(authority.certificate());
        authorities.addAll(step.trusted());
        return new Renewal(
                new KeyMaterial(authorities, Optional.of(authority), Optional.of(server)), true, issued, now);
    }
}
