package io.trainyard.core.admission.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.admission.AdmissionResponse;
import io.trainyard.core.admission.AdmissionWebhook;
import io.trainyard.core.certificates.ClientAuthorityFile;
import io.trainyard.core.config.TlsSettings;
import io.trainyard.core.config.WebhookSettings;
import io.trainyard.core.http.HttpListener;
import io.trainyard.core.tls.CertifiedKey;
import io.trainyard.core.tls.Pem;
import io.trainyard.core.tls.ReloadableTrustManager;
import io.trainyard.core.tls.TestCertificates;
import io.trainyard.core.tls.TlsServerOptions;
import io.trainyard.foundation.time.ManualTimeSource;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.junit5.VertxExtension;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Admission for holders of a client certificate only (CERT-06a)")
@Timeout(180)
@Tag("cryptography")
@ExtendWith(VertxExtension.class)
final class ClientCertificateTest {
    @TempDir
    Path folder;

    private static final Duration A_LOOK = Duration.ofSeconds(10);

    private final ManualTimeSource time = new ManualTimeSource();
    private final CertifiedKey serving = TestCertificates.of("EC", "localhost");
    private final CertifiedKey client = TestCertificates.of("EC", "client");
    private final AtomicInteger reviews = new AtomicInteger();

    @Test
    void whoHasNoneOrAnotherIsRefusedInTheHandshakeAndWhoHasOneIsServed(Vertx vertx) throws Exception {
        HttpListener server = open(vertx);

        assertThatThrownBy(() -> post(server, new KeyManager[0])).isInstanceOf(IOException.class);
        KeyManager[] stranger =
                TestCertificates.of("EC", "stranger").keyManagers().getKeyManagers();
        assertThatThrownBy(() -> post(server, stranger)).isInstanceOf(IOException.class);
        assertThat(reviews).hasValue(0);

        assertThat(post(server, client.keyManagers().getKeyManagers()).statusCode())
                .isEqualTo(200);
        assertThat(reviews).hasValue(1);
    }

    @Test
    @DisplayName("another authority in the file counts for the next handshake; one that cannot be read changes nothing")
    void theAuthorityIsExchanged(Vertx vertx) throws Exception {
        HttpListener server = open(vertx);
        KeyManager[] first = client.keyManagers().getKeyManagers();
        CertifiedKey next = TestCertificates.of("EC", "next");
        KeyManager[] second = next.keyManagers().getKeyManagers();

        Files.writeString(authority(), "-----BEGIN CERTIFICATE-----\nnonsense");
        time.advance(A_LOOK);
        assertThat(post(server, first).statusCode()).isEqualTo(200);

        Files.writeString(authority(), Pem.of(next.chain()));
        time.advance(A_LOOK);
        assertThat(post(server, second).statusCode()).isEqualTo(200);
        assertThatThrownBy(() -> post(server, first)).isInstanceOf(IOException.class);
        assertThat(reviews).hasValue(2);
    }

    @Test
    @DisplayName("a file without an authority is named, and no port is opened without asking for a certificate")
    void nothingToBeginWith() throws Exception {
        Files.writeString(authority(), "nothing");

        assertThatThrownBy(() -> RunningServer.await(trust())).hasMessageContaining(authority() + " does not hold");
    }

    private Path authority() {
        return folder.resolve("clients.pem");
    }

    private Uni<ReloadableTrustManager> trust() {
        return new ClientAuthorityFile(authority(), time, Runnable::run, Runnable::run).start();
    }

    private HttpListener open(Vertx vertx) throws IOException {
        Files.writeString(authority(), Pem.of(client.chain()));
        HttpServerOptions transport = TlsServerOptions.of(new TlsSettings(Optional.empty(), List.of(), List.of()))
                .secure(
                        new HttpServerOptions(),
                        new PemKeyCertOptions()
                                .addCertValue(Buffer.buffer(Pem.of(serving.chain())))
                                .addKeyValue(Buffer.buffer(TestCertificates.pkcs8(serving.key()))));
        AdmissionWebhook counting = request -> {
            reviews.incrementAndGet();
            return Uni.createFrom().item(AdmissionResponse.allowed(List.of()));
        };
        return RunningServer.await(AdmissionServer.open(
                vertx,
                new WebhookSettings("127.0.0.1", 0),
                TlsServerOptions.requireClientCertificate(transport, RunningServer.await(trust())),
                context -> new AdmissionServer.Hooks(
                        Map.of(WebhookPath.VALIDATE_TRAIN_JOB, counting),
                        new SimpleMeterRegistry(),
                        AdmissionServer.Limits.DEFAULT)));
    }

    private HttpResponse<byte[]> post(HttpListener server, KeyManager[] keys) throws Exception {
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        trusted.setCertificateEntry("server", serving.chain().get(0));
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys, managers.getTrustManagers(), null);
        return HttpClient.newBuilder()
                .sslContext(context)
                .build()
                .send(
                        HttpRequest.newBuilder(URI.create(
                                        "https://localhost:" + server.port() + WebhookPath.VALIDATE_TRAIN_JOB.path()))
                                .header("Content-Type", "application/json")
                                .POST(BodyPublishers.ofByteArray(Reviews.bytes(Reviews.creation("u-1"))))
                                .build(),
                        BodyHandlers.ofByteArray());
    }
}
