package io.trainyard.core.admission.http;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.admission.AdmissionWebhook;
import io.trainyard.core.config.TlsSettings;
import io.trainyard.core.config.WebhookSettings;
import io.trainyard.core.http.HttpListener;
import io.trainyard.core.http.PortLimits;
import io.trainyard.core.time.VertxTimeSource;
import io.trainyard.core.tls.SelfSignedCertificate;
import io.trainyard.core.tls.TlsServerOptions;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerOptions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * A server on any free port of the loopback address.
 *
 * @param certificate with which it began
 * @param registry its metrics
 */
record RunningServer(HttpListener server, SelfSignedCertificate certificate, SimpleMeterRegistry registry) {
    static final Duration TIMEOUT = Duration.ofSeconds(180);

    static RunningServer start(Vertx vertx, AdmissionWebhook admission) {
        return start(vertx, admission, AdmissionServer.Limits.DEFAULT, "http/1.1");
    }

    static RunningServer start(
            Vertx vertx, AdmissionWebhook admission, AdmissionServer.Limits limits, String... nextProtocols) {
        return start(vertx, admission, limits, PortLimits.WEBHOOK, nextProtocols);
    }

    static RunningServer start(
            Vertx vertx,
            AdmissionWebhook admission,
            AdmissionServer.Limits limits,
            PortLimits port,
            String... nextProtocols) {
        SelfSignedCertificate certificate = certificate(vertx);
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        HttpServerOptions transport = TlsServerOptions.of(
                        new TlsSettings(Optional.empty(), List.of(), List.of(nextProtocols)))
                .secure(new HttpServerOptions(), certificate.keyCertOptions());
        HttpListener server = await(AdmissionServer.open(
                vertx,
                new WebhookSettings("127.0.0.1", 0),
                port,
                transport,
                context -> new AdmissionServer.Hooks(
                        Map.of(WebhookPath.VALIDATE_TRAIN_JOB, admission, WebhookPath.MUTATE_TRAIN_JOB, admission),
                        registry,
                        limits)));
        return new RunningServer(server, certificate, registry);
    }

    static SelfSignedCertificate certificate(Vertx vertx) {
        return await(SelfSignedCertificate.create(
                vertx, new VertxTimeSource(vertx.getOrCreateContext()), List.of("localhost"), Duration.ofDays(1)));
    }

    /** A client that trusts these certificates and no others. */
    static HttpClient client(SelfSignedCertificate... trusted) {
        try {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            for (SelfSignedCertificate each : trusted) {
                store.setCertificateEntry(
                        "trusted-" + store.size(),
                        CertificateFactory.getInstance("X.509")
                                .generateCertificate(new ByteArrayInputStream(
                                        each.certificatePem().getBytes(StandardCharsets.US_ASCII))));
            }
            TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            managers.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, managers.getTrustManagers(), null);
            return HttpClient.newBuilder()
                    .sslContext(context)
                    .connectTimeout(TIMEOUT)
                    .build();
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    HttpClient client() {
        return client(certificate);
    }

    /** A request with a body of that type. */
    HttpRequest.Builder request(WebhookPath path, String type, byte[] body) {
        return HttpRequest.newBuilder(URI.create("https://localhost:" + server.port() + path.path()))
                .timeout(TIMEOUT)
                .header("Content-Type", type)
                .POST(BodyPublishers.ofByteArray(body));
    }

    HttpResponse<byte[]> post(HttpClient http, byte[] body) {
        try {
            return http.send(
                    request(WebhookPath.VALIDATE_TRAIN_JOB, "application/json", body)
                            .build(),
                    BodyHandlers.ofByteArray());
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    static <T> T await(Uni<T> uni) {
        return uni.await().atMost(TIMEOUT);
    }
}
