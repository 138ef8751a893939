package io.trainyard.core.certificates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trainyard.core.tls.CertifiedKey;
import io.trainyard.core.tls.Pem;
import io.trainyard.core.tls.TestCertificates;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.X509ExtendedKeyManager;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("ServingKeys (CERT-20, CERT-23)")
@Tag("cryptography")
final class ServingKeysTest {
    private static final SignedKey SERVER = Issued.server(Issued.CA, Issued.NOW);

    private static ServingKeys keys(String certificates, String key) {
        return new ServingKeys(certificates, key);
    }

    @Test
    void aServerGetsTheKeyAndTheWholeChain() throws Exception {
        List<X509Certificate> chain =
                Stream.of(SERVER, Issued.CA).map(SignedKey::certificate).toList();

        X509ExtendedKeyManager manager = (X509ExtendedKeyManager) keys(Pem.of(chain), Pem.of(SERVER.key()))
                .getKeyManagerFactory(null)
                .getKeyManagers()[0];

        String alias = manager.chooseEngineServerAlias("RSA", null, null);
        assertThat(manager.getCertificateChain(alias)).containsExactlyElementsOf(chain);
        assertThat(manager.getPrivateKey(alias)).isEqualTo(SERVER.key());
        assertThat(manager.chooseEngineServerAlias("EC", null, null)).isNull();
    }

    @Test
    void whatCannotBeReadIsRefused() {
        String certificate = Pem.of(SERVER.chain());
        String key = Pem.of(SERVER.key());

        assertThatThrownBy(() -> keys("", key).getKeyManagerFactory(null))
                .isInstanceOf(GeneralSecurityException.class)
                .hasMessage("there is no certificate");
        assertThatThrownBy(() -> keys(certificate, "no key").getKeyManagerFactory(null))
                .isInstanceOf(GeneralSecurityException.class)
                .hasMessage("there is no private key");
    }

    @Test
    void edwardsKeysBelongToTheirCertificateAndServe() throws Exception {
        CertifiedKey edwards = TestCertificates.of("Ed25519", "server");
        String certificate = Pem.of(edwards.chain());
        String key = TestCertificates.pkcs8(edwards.key());

        assertThat(KeyMaterial.read(new SecretContent("", "", certificate, key)).server())
                .as("files are taken when key and certificate belong together")
                .isPresent();
        X509ExtendedKeyManager manager = (X509ExtendedKeyManager)
                keys(certificate, key).getKeyManagerFactory(null).getKeyManagers()[0];
        assertThat(manager.chooseEngineServerAlias("EdDSA", null, null)).isNotNull();
    }

    @Test
    void theKeyIsNotShown() {
        assertThat(keys(Pem.of(SERVER.chain()), Pem.of(SERVER.key()))).hasToString("ServingKeys");
    }
}
