package io.trainyard.core.certificates;

import static io.trainyard.core.certificates.Issued.CA;
import static io.trainyard.core.certificates.Issued.NOW;
import static io.trainyard.core.certificates.Issued.OTHER_CA;
import static io.trainyard.core.certificates.Issued.material;
import static io.trainyard.core.certificates.Issued.server;
import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.core.tls.Pem;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("CertificatePlan (CERT-14, CERT-21)")
@Tag("cryptography")
final class CertificatePlanTest {
    private static final SignedKey SERVER = server(CA, NOW);
    private static final Instant RENEWED = NOW.plus(Duration.ofDays(3600));

    private final CertificatePlan plan = new CertificatePlan(Issued.POLICY);

    @Test
    void anEmptySecretGetsAnAuthorityAndACertificateAtOnce() {
        assertThat(next(KeyMaterial.NONE, NOW))
                .isEqualTo(new CertificateStep.NewAuthority(List.of(), Optional.empty()));
    }

    @Test
    void goodMaterialStaysUntilItsRenewal() {
        assertThat(next(material(SERVER, CA), NOW))
                .isEqualTo(new CertificateStep.Keep(NOW.plus(Duration.ofDays(365 - 90))));
    }

    @Test
    @DisplayName("the certificate is renewed from the same authority 90 days before its end, not earlier")
    void theServersCertificateIsRenewedInTime() {
        Instant end = SERVER.notAfter().minus(Duration.ofDays(90));

        assertThat(next(material(SERVER, CA), end)).isInstanceOf(CertificateStep.Keep.class);
        assertThat(next(material(SERVER, CA), end.plusSeconds(1))).isEqualTo(new CertificateStep.NewServer(CA));
    }

    @Test
    void aCertificateForAnotherNameIsReplaced() {
        CertificatePolicy other = new CertificatePolicy(
                CertificatePolicy.namesOf("renamed", "kubeflow-system"),
                Duration.ofDays(3650),
                Duration.ofDays(365),
                Duration.ofDays(90));

        assertThat(new CertificatePlan(other).next(material(SERVER, CA), KeyMaterial.NONE, Optional.empty(), NOW))
                .isEqualTo(new CertificateStep.NewServer(CA));
    }

    @Test
    void keysThatBelongToOthersAreNotUsed() {
        KeyMaterial content = material(SERVER, CA);
        SecretContent good = content.content();

        SecretContent foreignKey =
                new SecretContent(good.authorities(), good.authorityKey(), good.server(), Pem.of(OTHER_CA.key()));
        SecretContent foreignAuthorityKey =
                new SecretContent(good.authorities(), Pem.of(OTHER_CA.key()), good.server(), good.serverKey());
        SecretContent garbage = new SecretContent("x", "-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END", "y", "z");

        assertThat(next(KeyMaterial.read(foreignKey), NOW)).isInstanceOf(CertificateStep.NewServer.class);
        assertThat(next(KeyMaterial.read(foreignAuthorityKey), NOW))
                .isEqualTo(new CertificateStep.NewAuthority(List.of(CA.certificate()), Optional.of(stored(SERVER))));
        assertThat(next(KeyMaterial.read(garbage), NOW))
                .isEqualTo(new CertificateStep.NewAuthority(List.of(), Optional.empty()));
    }

    @Nested
    @DisplayName("a new authority without a gap")
    final class Rotation {
        private final SignedKey old = server(CA, RENEWED.minus(Duration.ofDays(100)));
        private final KeyMaterial both = material(old, OTHER_CA, CA);

        @Test
        void firstItIsOnlyAddedAndServersKeepTheirCertificate() {
            KeyMaterial before = material(old, CA);

            assertThat(next(before, RENEWED))
                    .isEqualTo(new CertificateStep.NewAuthority(List.of(CA.certificate()), Optional.of(old)));
        }

        @Test
        void serversWaitUntilTheApiServerKnowsIt() {
            assertThat(next(both, RENEWED)).isInstanceOf(CertificateStep.Keep.class);
            Instant known = RENEWED.plusSeconds(60);
            assertThat(plan.next(both, KeyMaterial.NONE, Optional.of(known), known))
                    .isEqualTo(new CertificateStep.Keep(known.plus(CertificatePlan.SETTLING)));
            assertThat(plan.next(both, KeyMaterial.NONE, Optional.of(known), known.plus(CertificatePlan.SETTLING)))
                    .isEqualTo(new CertificateStep.NewServer(OTHER_CA));
        }

        @Test
        void theOldAuthorityGoesAfterAWeekOrAtItsEnd() {
            KeyMaterial renewed = material(server(OTHER_CA, RENEWED), OTHER_CA, CA);
            Instant week = RENEWED.plus(CertificatePlan.OVERLAP);

            assertThat(next(renewed, RENEWED)).isEqualTo(new CertificateStep.Keep(week));
            assertThat(next(renewed, week))
                    .isInstanceOfSatisfying(CertificateStep.FewerAuthorities.class, fewer -> assertThat(
                                    fewer.remaining().authorities())
                            .containsExactly(OTHER_CA.certificate()));
            SignedKey late = Issued.authority(CA.notAfter().minusSeconds(60));
            KeyMaterial expired = material(server(late, CA.notAfter()), late, CA);
            assertThat(next(expired, CA.notAfter().plusSeconds(1)))
                    .isInstanceOf(CertificateStep.FewerAuthorities.class);
        }

        @Test
        void serversThatHaveNothingToServeWithDoNotWait() {
            KeyMaterial expired = material(server(CA, NOW), OTHER_CA, CA);

            assertThat(next(expired, RENEWED)).isEqualTo(new CertificateStep.NewServer(OTHER_CA));
        }

        @Test
        @DisplayName("a Secret that was deleted or emptied is filled anew; what is served now stays trusted")
        void whatIsServedStaysTrusted() {
            assertThat(plan.next(KeyMaterial.NONE, material(SERVER, CA), Optional.empty(), NOW))
                    .isEqualTo(new CertificateStep.NewAuthority(List.of(CA.certificate()), Optional.of(SERVER)));
        }
    }

    private CertificateStep next(KeyMaterial stored, Instant now) {
        return plan.next(stored, KeyMaterial.NONE, Optional.empty(), now);
    }

    private static SignedKey stored(SignedKey server) {
        return Issued.stored(material(server, CA)).server().orElseThrow();
    }
}
