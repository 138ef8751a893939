package io.trainyard.core.certificates;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.core.tls.Pem;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.security.interfaces.RSAPrivateKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("CertificateIssuer and Pem (CERT-11 to CERT-13)")
@Tag("cryptography")
final class CertificateIssuerTest {
    private static final boolean[] SIGNS_AND_CERTIFIES = {true, false, true, false, false, true, false, false, false};
    private static final boolean[] SIGNS = {true, false, true, false, false, false, false, false, false};

    @Test
    void theAuthorityIsAsTheReferenceMakesIt() throws Exception {
        X509Certificate ca = Issued.CA.certificate();

        assertThat(ca.getSubjectX500Principal().getName()).isEqualTo("O=kubeflow-trainer,CN=kubeflow-trainer-ca");
        assertThat(ca.getSubjectAlternativeNames()).containsExactly(List.of(2, "kubeflow-trainer-ca"));
        assertThat(ca.getKeyUsage()).isEqualTo(SIGNS_AND_CERTIFIES);
        assertThat(ca.getBasicConstraints()).isGreaterThanOrEqualTo(0);
        assertThat(ca.getNotBefore()).isEqualTo(Date.from(Issued.NOW.minus(Duration.ofDays(1))));
        assertThat(ca.getNotAfter()).isEqualTo(Date.from(Issued.NOW.plus(Duration.ofDays(3650))));
        assertThat(ca.getSerialNumber())
                .isPositive()
                .isNotEqualTo(Issued.OTHER_CA.certificate().getSerialNumber());
        assertThat(((RSAPrivateKey) Issued.CA.key()).getModulus().bitLength()).isEqualTo(2048);
        ca.verify(ca.getPublicKey());
        assertThat(CertificateIssuer.issuedAt(ca)).isEqualTo(Issued.NOW);
    }

    @ParameterizedTest
    @ValueSource(longs = {61, -61})
    @DisplayName("what a replica makes whose clock is an hour off is valid for everybody at once (CERT-11, CERT-12)")
    void aWrongClockMakesCertificatesThatAreValid(long minutesAhead) throws Exception {
        Instant wrong = Issued.NOW.plus(Duration.ofMinutes(minutesAhead));
        SignedKey authority = Issued.authority(wrong);

        assertThat(SignedKey.isValid(authority.certificate(), Issued.NOW)).isTrue();
        assertThat(SignedKey.isValid(Issued.server(authority, wrong).certificate(), Issued.NOW))
                .isTrue();
        assertThat(SignedKey.isValid(Issued.CA.certificate(), wrong))
                .as("what others made, as it sees it")
                .isTrue();
    }

    @Test
    void theServersCertificateIsForAllNamesOfTheService() throws Exception {
        X509Certificate server = Issued.server(Issued.CA, Issued.NOW).certificate();

        assertThat(server.getSubjectX500Principal().getName()).isEqualTo("CN=trainer.kubeflow-system.svc");
        assertThat(server.getSubjectAlternativeNames())
                .containsExactly(
                        List.of(2, "trainer.kubeflow-system.svc"),
                        List.of(2, "trainer.kubeflow-system"),
                        List.of(2, "trainer.kubeflow-system.svc.cluster.local"));
        assertThat(server.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.1");
        assertThat(server.getKeyUsage()).isEqualTo(SIGNS);
        assertThat(server.getBasicConstraints()).isEqualTo(-1);
        assertThat(server.getNotBefore()).isEqualTo(Date.from(Issued.NOW.minus(Duration.ofDays(1))));
        assertThat(server.getNotAfter()).isEqualTo(Date.from(Issued.NOW.plus(Duration.ofDays(365))));
        assertThat(server.getSerialNumber()).isPositive();
        server.verify(Issued.CA.certificate().getPublicKey());
    }

    @Test
    void aNameTooLongForASubjectIsAnAlternativeOnly() throws Exception {
        String service = "a".repeat(60);
        CertificatePolicy policy = new CertificatePolicy(
                CertificatePolicy.namesOf(service, "ns"), Duration.ofDays(2), Duration.ofDays(1), Duration.ofHours(1));

        SignedKey server = Issued.server(policy, Issued.CA, Issued.NOW);

        assertThat(server.certificate().getSubjectX500Principal().getName()).isEmpty();
        assertThat(server.isForServer(service + ".ns.svc")).isTrue();
        assertThat(server.certificate().getCriticalExtensionOIDs()).contains("2.5.29.17");
    }

    @Test
    void noCertificateOutlivesItsAuthority() {
        SignedKey server = Issued.server(Issued.CA, Issued.NOW.plus(Duration.ofDays(3600)));

        assertThat(server.notAfter()).isEqualTo(Issued.CA.notAfter());
    }

    @Test
    void keysAreWrittenInPkcs1AndReadInPkcs8Too() throws Exception {
        PrivateKey key = Issued.CA.key();
        String pkcs8 = "-----BEGIN PRIVATE KEY-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key.getEncoded())
                + "\n-----END PRIVATE KEY-----\n";

        assertThat(Pem.of(key)).startsWith("-----BEGIN RSA PRIVATE KEY-----");
        assertThat(Pem.key(Pem.of(key))).isEqualTo(key);
        assertThat(Pem.key(pkcs8)).isEqualTo(key);
    }

    @Test
    void noKeyIsPrinted() {
        KeyMaterial material = Issued.material(Issued.server(Issued.CA, Issued.NOW), Issued.CA);

        assertThat(material.toString()).doesNotContain("PRIVATE");
        assertThat(material.content().toString()).doesNotContain("KEY");
        assertThat(material.serving().orElseThrow().toString()).doesNotContain("KEY");
    }
}
