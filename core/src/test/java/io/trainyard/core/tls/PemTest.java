package io.trainyard.core.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.util.List;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("Certificates and keys as text (CERT-13, CERT-26)")
@Tag("cryptography")
final class PemTest {
    private static final CertifiedKey RSA = TestCertificates.of("RSA", "rsa");
    private static final CertifiedKey EC = TestCertificates.of("EC", "ec");
    private static final CertifiedKey EDWARDS = TestCertificates.of("Ed25519", "edwards");

    @Test
    void whatIsWrittenIsByteByByteWhatBouncyCastleWrites() throws IOException {
        for (CertifiedKey certified : List.of(RSA, EC, EDWARDS)) {
            assertThat(Pem.of(certified.key())).isEqualTo(byBouncyCastle(certified.key()));
            assertThat(Pem.of(certified.chain()))
                    .isEqualTo(byBouncyCastle(certified.chain().get(0)));
        }
        assertThat(Pem.of(RSA.key())).startsWith("-----BEGIN RSA PRIVATE KEY-----\n");
        assertThat(Pem.of(List.of())).isEmpty();
    }

    @Test
    void eachFormIsReadBack() throws GeneralSecurityException {
        for (CertifiedKey certified : List.of(RSA, EC, EDWARDS)) {
            assertThat(Pem.key(TestCertificates.pkcs8(certified.key()))).isEqualTo(certified.key());
        }
        assertThat(Pem.key("\n" + Pem.of(RSA.key()) + "\n")).isEqualTo(RSA.key());
        assertThat(Pem.key(Pem.of(RSA.key()).replace("\n", "\r\n"))).isEqualTo(RSA.key());
    }

    @Test
    void theFirstKeyOfSeveralCounts() throws GeneralSecurityException {
        String curve = TestCertificates.pkcs8(EC.key());

        assertThat(Pem.key(curve + "\n" + Pem.of(RSA.key()))).isEqualTo(EC.key());
        assertThat(Pem.key(Pem.of(RSA.key()) + curve)).isEqualTo(RSA.key());
    }

    @Test
    void aDamagedKeyIsRefusedWithoutShowingIt() {
        String damaged = Pem.of(RSA.key()).replaceFirst("\nMII", "\nAAA");
        assertThatThrownBy(() -> Pem.key(damaged))
                .isInstanceOf(GeneralSecurityException.class)
                .hasMessageContaining("the private key cannot be read")
                .message()
                .doesNotContain(damaged.substring(40, 60));
    }

    @Test
    @DisplayName(
            "the certificates and keys that a controller has written are read without any class of Bouncy Castle (CERT-26)")
    void ownMaterialNeedsNoLibrary() throws Exception {
        URL classes = Pem.class.getProtectionDomain().getCodeSource().getLocation();
        try (var alone = new URLClassLoader(new URL[] {classes}, ClassLoader.getPlatformClassLoader())) {
            Class<?> pem = alone.loadClass(Pem.class.getName());

            assertThat(pem.getMethod("key", String.class).invoke(null, Pem.of(RSA.key())))
                    .isEqualTo(RSA.key());
            assertThat(pem.getMethod("certificates", String.class).invoke(null, Pem.of(RSA.chain())))
                    .isEqualTo(RSA.chain());
            assertThat(pem.getMethod("of", PrivateKey.class).invoke(null, RSA.key()))
                    .isEqualTo(Pem.of(RSA.key()));
            assertThat(pem.getMethod("of", List.class).invoke(null, RSA.chain()))
                    .isEqualTo(Pem.of(RSA.chain()));
            assertThatThrownBy(() -> alone.loadClass("org.bouncycastle.openssl.PEMParser"))
                    .as("the class loader of this test has none")
                    .isInstanceOf(ClassNotFoundException.class);
        }
    }

    private static String byBouncyCastle(Object part) throws IOException {
        StringWriter text = new StringWriter();
        try (JcaPEMWriter writer = new JcaPEMWriter(text)) {
            writer.writeObject(part);
        }
        return text.toString();
    }
}
