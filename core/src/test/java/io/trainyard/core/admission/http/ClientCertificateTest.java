package io.trainyard.core.admission.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.admission.AdmissionResponse;
import io.trainyard.core.admission.AdmissionWebhook;
import io.trainyard.core.config.TlsSettings;
import io.trainyard.core.config.WebhookSettings;
import io.trainyard.core.tls.CertifiedKey;
import io.trainyard.core.tls.Pem;
import io.trainyard.core.tls.TestCertificates;
import io.trainyard.core.tls.TlsServerOptions;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.PemKeyCertOptions;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Admission for holders of a client certificate only (CERT-06a)")
@Timeout(60)
final class ClientCertificateTest {
    @TempDir
    Path folder;

    private final Vertx vertx = Vertx.vertx();
    private final CertifiedKey serving = TestCertificates.of("EC", "localhost");
    private final CertifiedKey client = TestCertificates.of("EC", "client");
    private final AtomicInteger reviews = new AtomicInteger();

    @AfterEach
    void close() throws Exception {
        vertx.close().toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
    }

    @Test
    void whoHasNoneOrAnotherIsRefusedInTheHandshakeAndWhoHasOneIsServed() throws Exception {
        AdmissionServer server = open();

        assertThatThrownBy(() -> post(server, new KeyManager[0])).isInstanceOf(IOException.class);
        KeyManager[] stranger =
                TestCertificates.of("EC", "stranger").keyManagers().getKeyManagers();
        assertThatThrownBy(() -> post(server, stranger)).isInstanceOf(IOException.class);
        assertThat(reviews).hasValue(0);

        assertThat(post(server, client.keyManagers().getKeyManagers()).statusCode())
                .isEqualTo(200);
        assertThat(reviews).hasValue(1);
    }

    private AdmissionServer open() throws IOException {
        Path authority = Files.writeString(folder.resolve("clients.pem"), Pem.of(client.chain()));
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
                TlsServerOptions.requireClientCertificate(transport, authority.toString()),
                new AdmissionServer.Hooks(
                        Map.of(WebhookPath.VALIDATE_TRAIN_JOB, counting),
                        new SimpleMeterRegistry(),
                        AdmissionServer.Limits.DEFAULT)));
    }

    private HttpResponse<byte[]> post(AdmissionServer server, KeyManager[] keys) throws Exception {
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
