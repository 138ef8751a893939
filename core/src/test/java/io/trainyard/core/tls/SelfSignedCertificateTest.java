package io.trainyard.core.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPublicKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("cryptography")
final class SelfSignedCertificateTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
    private static final Duration YEAR = Duration.ofDays(365);

    @Test
    void itIsForAllNamesAndAddresses() throws Exception {
        X509Certificate certificate = read(make("trainer.kubeflow-system.svc", "localhost", "127.0.0.1", "::1"));

        assertThat(certificate.getSubjectX500Principal().getName()).isEqualTo("CN=trainer.kubeflow-system.svc");
        assertThat(certificate.getSubjectAlternativeNames())
                .containsExactlyInAnyOrder(
                        List.of(2, "trainer.kubeflow-system.svc"),
                        List.of(2, "localhost"),
                        List.of(7, "127.0.0.1"),
                        List.of(7, "0:0:0:0:0:0:0:1"));
        assertThat(certificate.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.1");
        assertThat(certificate.getBasicConstraints()).as("no authority").isEqualTo(-1);
        assertThat(certificate.getSerialNumber()).isPositive();
    }

    @Test
    void itIsValidFromAnHourAgoByTheGivenClock() throws Exception {
        X509Certificate certificate = read(make("localhost"));

        assertThat(certificate.getNotBefore()).isEqualTo(Date.from(NOW.minus(Duration.ofHours(1))));
        assertThat(certificate.getNotAfter()).isEqualTo(Date.from(NOW.plus(YEAR)));
        assertThat(make("localhost").notAfter()).isEqualTo(NOW.plus(YEAR));
        assertThatThrownBy(() -> certificate.checkValidity(Date.from(NOW.minus(Duration.ofHours(2)))))
                .isInstanceOf(CertificateNotYetValidException.class);
    }

    @Test
    void keyAndCertificateBelongTogether() throws Exception {
        SelfSignedCertificate made = make("localhost");
        X509Certificate certificate = read(made);
        String base64 = made.keyPem().replaceAll("-----[A-Z ]+-----|\\s", "");
        var key = KeyFactory.getInstance("EC")
                .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(base64)));

        Signature signer = Signature.getInstance("SHA256withECDSA");
        signer.initSign(key);
        signer.update((byte) 1);
        Signature verifier = Signature.getInstance("SHA256withECDSA");
        verifier.initVerify(certificate.getPublicKey());
        verifier.update((byte) 1);

        assertThat(verifier.verify(signer.sign())).isTrue();
        certificate.verify(certificate.getPublicKey());
        assertThat(((ECPublicKey) certificate.getPublicKey())
                        .getParams()
                        .getCurve()
                        .getField()
                        .getFieldSize())
                .isEqualTo(256);
    }

    @Test
    void aNameTooLongForASubjectIsAnAlternativeOnly() throws Exception {
        String name = "a".repeat(60) + ".kubeflow-system.svc";

        X509Certificate certificate = read(make(name));

        assertThat(certificate.getSubjectX500Principal().getName()).isEqualTo("CN=trainyard");
        assertThat(certificate.getSubjectAlternativeNames()).containsExactly(List.of(2, name));
    }

    @Test
    void theKeyIsNotPrinted() throws Exception {
        assertThat(make("localhost").toString()).doesNotContain("KEY").contains("notAfter");
    }

    @Test
    void noNamesAndNoTimeAreRefused() {
        assertThatThrownBy(() -> SelfSignedCertificate.make(List.of(), YEAR, NOW))
                .hasMessageContaining("at least one DNS name");
        assertThatThrownBy(() -> SelfSignedCertificate.make(List.of("a"), Duration.ZERO, NOW))
                .hasMessageContaining("validity must be positive");
    }

    private static SelfSignedCertificate make(String... names) throws Exception {
        return SelfSignedCertificate.make(List.of(names), YEAR, NOW);
    }

    private static X509Certificate read(SelfSignedCertificate made) throws Exception {
        return (X509Certificate) CertificateFactory.getInstance("X.509")
                .generateCertificate(
                        new ByteArrayInputStream(made.certificatePem().getBytes(StandardCharsets.US_ASCII)));
    }
}
