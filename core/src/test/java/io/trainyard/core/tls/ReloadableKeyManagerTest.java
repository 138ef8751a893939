package io.trainyard.core.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("ReloadableKeyManager (CERT-20)")
@Tag("cryptography")
@ExtendWith(VertxExtension.class)
final class ReloadableKeyManagerTest {
    @Test
    void aHandshakeEndsWithTheKeyAndCertificateThatItBeganWith(Vertx vertx) throws Exception {
        ReloadableKeyManager manager = new ReloadableKeyManager(keys(vertx));
        SSLEngine engine = SSLContext.getDefault().createSSLEngine();
        String before = manager.chooseEngineServerAlias("EC", null, engine);
        PrivateKey key = manager.getPrivateKey(before);

        manager.exchange(keys(vertx));
        String after = manager.chooseEngineServerAlias("EC", null, engine);

        assertThat(manager.getPrivateKey(before)).isEqualTo(key);
        X509Certificate old = manager.getCertificateChain(before)[0];
        assertThat(manager.getCertificateChain(after)[0]).isNotEqualTo(old);
        assertThat(manager.getPrivateKey(after)).isNotEqualTo(key);
        manager.exchange(keys(vertx));
        assertThat(manager.getPrivateKey(before)).as("nobody takes that long").isNull();
        assertThat(manager.getCertificateChain("nonsense")).isNull();
    }

    @Test
    void anEmptyExchangeChangesNothing(Vertx vertx) throws Exception {
        ReloadableKeyManager manager = new ReloadableKeyManager(keys(vertx));

        assertThatThrownBy(() -> manager.exchange(new KeyManager[0])).isInstanceOf(IllegalArgumentException.class);

        assertThat(manager.getServerAliases("EC", null)).hasSize(1);
    }

    private static KeyManager[] keys(Vertx vertx) throws Exception {
        return SelfSignedCertificate.make(List.of("localhost"), Duration.ofDays(1), Instant.now())
                .keyCertOptions()
                .getKeyManagerFactory(vertx)
                .getKeyManagers();
    }
}
