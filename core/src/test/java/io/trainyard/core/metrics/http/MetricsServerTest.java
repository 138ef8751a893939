package io.trainyard.core.metrics.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.config.BindAddress;
import io.trainyard.core.config.MetricsSettings;
import io.trainyard.core.config.TlsSettings;
import io.trainyard.core.config.TlsVersion;
import io.trainyard.core.http.HttpListener;
import io.trainyard.core.metrics.http.ScrapeAccess.Decision;
import io.trainyard.core.time.VertxTimeSource;
import io.trainyard.core.tls.SelfSignedCertificate;
import io.trainyard.core.tls.TlsServerOptions;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerOptions;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("MetricsServer (OPS-30, OPS-31, CFG-30, CFG-31)")
@Timeout(180)
@Tag("cryptography")
final class MetricsServerTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final TlsSettings DEFAULT_TLS = new TlsSettings(Optional.empty(), List.of(), List.of("http/1.1"));

    private final Vertx vertx = Vertx.vertx();
    private final HttpClient http = HttpClient.newHttpClient();

    @AfterEach
    void close() {
        await(Uni.createFrom().completionStage(() -> vertx.close().toCompletionStage()));
    }

    @Test
    void theMetricsAreServedAsText() throws Exception {
        HttpListener server = open(() -> "up 1\n", ScrapeAccess.everybody());

        HttpResponse<String> answer = get(server, "/metrics", "");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("up 1\n");
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("text/plain; version=0.0.4; charset=utf-8");
    }

    @Test
    void nothingElseIsServed() throws Exception {
        HttpListener server = open(() -> "up 1\n", ScrapeAccess.everybody());

        assertThat(get(server, "/", "").statusCode()).isEqualTo(404);
        assertThat(get(server, "/metrics/", "").statusCode()).isEqualTo(404);
        HttpResponse<String> posted = http.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + "/metrics"))
                        .POST(BodyPublishers.noBody())
                        .build(),
                BodyHandlers.ofString());
        assertThat(posted.statusCode()).isEqualTo(405);
    }

    @Test
    void thePageIsWrittenOffTheEventLoopAndOnceForAllWhoWait() throws Exception {
        var written = new AtomicInteger();
        var begun = new CountDownLatch(1);
        var release = new CountDownLatch(1);
        HttpListener server = open(
                () -> {
                    assertThat(Context.isOnWorkerThread()).isTrue();
                    begun.countDown();
                    awaitQuietly(release);
                    return "written " + written.incrementAndGet();
                },
                ScrapeAccess.everybody());
        List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
        answers.add(http.sendAsync(request(server, "/metrics", ""), BodyHandlers.ofString()));
        begun.await();
        for (int i = 0; i < 5; i++) {
            answers.add(http.sendAsync(request(server, "/metrics", ""), BodyHandlers.ofString()));
        }
        // The event loop is free, and has seen the others, when it answers this.
        assertThat(get(server, "/", "").statusCode()).isEqualTo(404);

        release.countDown();

        for (CompletableFuture<HttpResponse<String>> answer : answers) {
            assertThat(answer.get().statusCode()).isEqualTo(200);
        }
        assertThat(written.get()).isLessThan(answers.size());
        assertThat(get(server, "/metrics", "").body()).isEqualTo("written " + written.get());
    }

    @Test
    void aPageThatCannotBeWrittenIsAnErrorAndTheNextOneIsTriedAnew() throws Exception {
        var tries = new AtomicInteger();
        HttpListener server = open(
                () -> {
                    if (tries.incrementAndGet() == 1) {
                        throw new IllegalStateException("a gauge is broken (this test breaks it)");
                    }
                    return "up 1\n";
                },
                ScrapeAccess.everybody());

        assertThat(get(server, "/metrics", "").statusCode()).isEqualTo(500);
        assertThat(get(server, "/metrics", "").statusCode()).isEqualTo(200);
    }

    @Test
    @DisplayName("401 without a good token, 403 without the right, 500 when nobody knows (OPS-31)")
    void accessIsDecidedByTheTokenAlone() throws Exception {
        HttpListener server = open(() -> "up 1\n", (token, sender) -> switch (token) {
            case "good" -> Uni.createFrom().item(Decision.ALLOWED);
            case "poor" -> Uni.createFrom().item(Decision.FORBIDDEN);
            case "odd" -> Uni.createFrom().failure(new IllegalStateException("no answer (this test says so)"));
            default -> Uni.createFrom().item(Decision.UNAUTHENTICATED);
        });

        assertThat(get(server, "/metrics", "Bearer good").body()).isEqualTo("up 1\n");
        assertThat(get(server, "/metrics", "bearer  good").statusCode()).isEqualTo(200);
        assertThat(get(server, "/metrics", "Basic good").statusCode()).isEqualTo(401);
        assertThat(get(server, "/metrics", "").headers().firstValue("WWW-Authenticate"))
                .hasValue("Bearer");
        assertThat(get(server, "/metrics", "Bearer poor").statusCode()).isEqualTo(403);
        assertThat(get(server, "/metrics", "Bearer odd").statusCode()).isEqualTo(500);
    }

    @Test
    void withTlsTheCertificateIsServedAndCanBeReplaced() throws Exception {
        SelfSignedCertificate first = certificate();
        SelfSignedCertificate second = certificate();
        HttpListener server = openSecure(DEFAULT_TLS, first);
        HttpClient trustingFirst = trusting(first, "TLS");
        HttpClient trustingSecond = trusting(second, "TLS");

        HttpResponse<String> answer = trustingFirst.send(secure(server), BodyHandlers.ofString());
        assertThat(answer.body()).isEqualTo("up 1\n");
        assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_1_1);

        await(server.replaceCertificate(second.keyCertOptions()));

        assertThat(trustingSecond.send(secure(server), BodyHandlers.ofString()).statusCode())
                .isEqualTo(200);
        HttpClient anew = trusting(first, "TLS");
        assertThatThrownBy(() -> anew.send(secure(server), BodyHandlers.ofString()))
                .isInstanceOf(SSLHandshakeException.class);
    }

    @Test
    void aCertificateThatCannotBeReadChangesNothing() throws Exception {
        SelfSignedCertificate first = certificate();
        HttpListener server = openSecure(DEFAULT_TLS, first);
        var broken = new SelfSignedCertificate("no key", "no certificate", first.notAfter());

        assertThatThrownBy(() -> await(server.replaceCertificate(broken.keyCertOptions())))
                .isNotNull();

        assertThat(trusting(first, "TLS")
                        .send(secure(server), BodyHandlers.ofString())
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    @DisplayName("HTTP/2 is spoken when it is configured (CFG-31)")
    void http2IsSpokenWhenConfigured() throws Exception {
        SelfSignedCertificate certificate = certificate();
        HttpListener server =
                openSecure(new TlsSettings(Optional.empty(), List.of(), List.of("h2", "http/1.1")), certificate);

        assertThat(trusting(certificate, "TLS")
                        .send(secure(server), BodyHandlers.ofString())
                        .version())
                .isEqualTo(HttpClient.Version.HTTP_2);
    }

    @Test
    @DisplayName("older versions of TLS than configured are refused (CFG-30)")
    void olderVersionsThanConfiguredAreRefused() throws Exception {
        SelfSignedCertificate certificate = certificate();
        HttpListener server =
                openSecure(new TlsSettings(Optional.of(TlsVersion.V1_3), List.of(), List.of("http/1.1")), certificate);

        assertThat(trusting(certificate, "TLSv1.3")
                        .send(secure(server), BodyHandlers.ofString())
                        .statusCode())
                .isEqualTo(200);
        HttpClient old = trusting(certificate, "TLSv1.2");
        assertThatThrownBy(() -> old.send(secure(server), BodyHandlers.ofString()))
                .isInstanceOf(SSLHandshakeException.class);
    }

    @Test
    void configuredCipherSuitesAreTheOnlyOnesOfTls12() throws Exception {
        SelfSignedCertificate certificate = certificate();
        String suite = "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384";
        HttpListener server =
                openSecure(new TlsSettings(Optional.empty(), List.of(suite), List.of("http/1.1")), certificate);

        HttpResponse<String> old = trusting(certificate, "TLSv1.2").send(secure(server), BodyHandlers.ofString());
        HttpResponse<String> modern = trusting(certificate, "TLSv1.3").send(secure(server), BodyHandlers.ofString());

        assertThat(old.sslSession().orElseThrow().getCipherSuite()).isEqualTo(suite);
        assertThat(modern.sslSession().orElseThrow().getProtocol()).isEqualTo("TLSv1.3");
    }

    @Test
    @DisplayName("who may read is decided for the server's own event loop, whatever others do (OPS-09b)")
    void accessIsDecidedForTheServersLoop() throws Exception {
        AtomicReference<Context> made = new AtomicReference<>();
        HttpListener server = await(MetricsServer.open(vertx, settings(false), new HttpServerOptions(), context -> {
                    made.set(context);
                    return new MetricsServer.Page(() -> "up 1\n", (token, sender) -> Uni.createFrom()
                            .<ScrapeAccess.Decision>emitter(emitter ->
                                    context.runOnContext(ignored -> emitter.complete(ScrapeAccess.Decision.ALLOWED))));
                }))
                .orElseThrow();

        assertThat(get(server, "/metrics", "").body()).isEqualTo("up 1\n");
        assertThat(made.get().isEventLoopContext()).isTrue();
    }

    @Test
    void noAddressMeansNoServerAndMissingTlsIsRefused() {
        var page = new MetricsServer.Page(() -> "", ScrapeAccess.everybody());

        assertThat(await(MetricsServer.open(
                        vertx,
                        new MetricsSettings(Optional.empty(), true, false),
                        new HttpServerOptions(),
                        context -> page)))
                .isEmpty();
        assertThatThrownBy(() -> MetricsServer.open(vertx, settings(true), new HttpServerOptions(), context -> page))
                .hasMessageContaining("metrics.secureServing is true");
    }

    private HttpListener open(Supplier<String> text, ScrapeAccess access) {
        return await(MetricsServer.open(
                        vertx,
                        settings(false),
                        new HttpServerOptions(),
                        context -> new MetricsServer.Page(text, access)))
                .orElseThrow();
    }

    private HttpListener openSecure(TlsSettings tls, SelfSignedCertificate certificate) {
        HttpServerOptions transport =
                TlsServerOptions.of(tls).secure(new HttpServerOptions(), certificate.keyCertOptions());
        var page = new MetricsServer.Page(() -> "up 1\n", ScrapeAccess.everybody());
        return await(MetricsServer.open(vertx, settings(true), transport, context -> page))
                .orElseThrow();
    }

    private SelfSignedCertificate certificate() {
        var time = new VertxTimeSource(vertx.getOrCreateContext());
        return await(SelfSignedCertificate.create(vertx, time, List.of("localhost"), Duration.ofDays(1)));
    }

    private static MetricsSettings settings(boolean secure) {
        return new MetricsSettings(Optional.of(new BindAddress("127.0.0.1", 0)), secure, false);
    }

    private HttpResponse<String> get(HttpListener server, String path, String authorization) throws Exception {
        return http.send(request(server, path, authorization), BodyHandlers.ofString());
    }

    private static HttpRequest request(HttpListener server, String path, String authorization) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path));
        return authorization.isEmpty()
                ? request.build()
                : request.header("Authorization", authorization).build();
    }

    private static HttpRequest secure(HttpListener server) {
        return HttpRequest.newBuilder(URI.create("https://localhost:" + server.port() + "/metrics"))
                .build();
    }

    /** A client that trusts this certificate and no other. */
    private static HttpClient trusting(SelfSignedCertificate certificate, String protocol) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setCertificateEntry(
                "server",
                CertificateFactory.getInstance("X.509")
                        .generateCertificate(new ByteArrayInputStream(
                                certificate.certificatePem().getBytes(StandardCharsets.US_ASCII))));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        var parameters = context.getDefaultSSLParameters();
        if (!protocol.equals("TLS")) {
            parameters.setProtocols(new String[] {protocol});
        }
        return HttpClient.newBuilder()
                .sslContext(context)
                .sslParameters(parameters)
                .build();
    }

    private static <T> T await(Uni<T> uni) {
        return uni.await().atMost(TIMEOUT);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }
}
