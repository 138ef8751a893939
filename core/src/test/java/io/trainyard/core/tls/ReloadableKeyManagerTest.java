package io.trainyard.core.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.Vertx;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("ReloadableKeyManager (CERT-20)")
@Tag("cryptography")
final class ReloadableKeyManagerTest {
    private final Vertx vertx = Vertx.vertx();

    @AfterEach
    void close() throws Exception {
        vertx.close().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    @Test
    void aHandshakeEndsWithTheKeyAndCertificateThatItBeganWith() throws Exception {
        ReloadableKeyManager manager = new ReloadableKeyManager(keys());
        SSLEngine engine = SSLContext.getDefault().createSSLEngine();
        String before = manager.chooseEngineServerAlias("EC", null, engine);
        PrivateKey key = manager.getPrivateKey(before);

        manager.exchange(keys());
        String after = manager.chooseEngineServerAlias("EC", null, engine);

        assertThat(manager.getPrivateKey(before)).isEqualTo(key);
        X509Certificate old = manager.getCertificateChain(before)[0];
        assertThat(manager.getCertificateChain(after)[0]).isNotEqualTo(old);
        assertThat(manager.getPrivateKey(after)).isNotEqualTo(key);
        manager.exchange(keys());
        assertThat(manager.getPrivateKey(before)).as("nobody takes that long").isNull();
        assertThat(manager.getCertificateChain("nonsense")).isNull();
    }

    @Test
    void anEmptyExchangeChangesNothing() throws Exception {
        ReloadableKeyManager manager = new ReloadableKeyManager(keys());

        assertThatThrownBy(() -> manager.exchange(new KeyManager[0])).isInstanceOf(IllegalArgumentException.class);

        assertThat(manager.getServerAliases("EC", null)).hasSize(1);
    }

    private KeyManager[] keys() throws Exception {
        return SelfSignedCertificate.make(List.of("localhost"), Duration.ofDays(1), Instant.now())
                .keyCertOptions()
                .getKeyManagerFactory(vertx)
                .getKeyManagers();
    }
}
