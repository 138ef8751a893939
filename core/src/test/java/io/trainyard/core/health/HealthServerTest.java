package io.trainyard.core.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.config.BindAddress;
import io.trainyard.core.config.HealthSettings;
import io.trainyard.core.health.HealthServer.Checks;
import io.trainyard.core.http.HttpListener;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("HealthServer (OPS-07, OPS-09, CFG-28, CFG-29)")
@Timeout(180)
final class HealthServerTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(2));
    private final HttpClient http = HttpClient.newHttpClient();
    private final AtomicReference<Optional<String>> certificates =
            new AtomicReference<>(Optional.of("certificates are not ready"));
    private final Checks checks = new Checks(
            List.of(HealthCheck.passing("healthz"), HealthCheck.passing("event-loop")),
            List.of(HealthCheck.of("readyz", certificates::get)));

    @AfterEach
    void close() {
        await(Uni.createFrom().completionStage(() -> vertx.close().toCompletionStage()));
    }

    @Test
    void readinessFollowsItsChecksWhileTheServerRuns() throws Exception {
        HttpListener server = open(checks);

        assertThat(get(server, "/healthz").body()).isEqualTo("ok");
        HttpResponse<String> unready = get(server, "/readyz");
        assertThat(unready.statusCode()).isEqualTo(500);
        assertThat(unready.body()).isEqualTo("[-]readyz failed: reason withheld\nreadyz check failed\n");

        certificates.set(Optional.empty());
        assertThat(get(server, "/readyz").statusCode()).isEqualTo(200);
    }

    @Test
    void theQueryChoosesWhatIsSaid() throws Exception {
        HttpListener server = open(checks);

        assertThat(get(server, "/healthz?verbose").body())
                .isEqualTo("[+]healthz ok\n[+]event-loop ok\nhealthz check passed\n");
        assertThat(get(server, "/healthz?verbose&exclude=healthz&exclude=event-loop")
                        .body())
                .startsWith("[+]healthz excluded: ok\n[+]event-loop excluded: ok\n");
        assertThat(get(server, "/readyz?exclude=readyz").body()).isEqualTo("ok");
        assertThat(get(server, "/healthz").headers().firstValue("Content-Type")).hasValue("text/plain; charset=utf-8");
    }

    @Test
    void singleChecksHavePathsOfTheirOwn() throws Exception {
        HttpListener server = open(checks);

        assertThat(get(server, "/healthz/event-loop").body()).isEqualTo("ok");
        assertThat(get(server, "/readyz/readyz").statusCode()).isEqualTo(500);
        assertThat(get(server, "/healthz/readyz").statusCode()).isEqualTo(404);
        assertThat(get(server, "/").statusCode()).isEqualTo(404);
    }

    @Test
    void theConfiguredNamesWorkToo() throws Exception {
        HttpListener server = open(checks);

        assertThat(get(server, "/live").statusCode()).isEqualTo(200);
        assertThat(get(server, "/ready/readyz").statusCode()).isEqualTo(500);
    }

    @Test
    void onlyGetIsServed() throws Exception {
        HttpListener server = open(checks);

        for (String method : List.of("POST", "HEAD", "PUT", "DELETE")) {
            HttpResponse<String> answer = http.send(
                    HttpRequest.newBuilder(uri(server, "/healthz"))
                            .method(method, BodyPublishers.noBody())
                            .build(),
                    BodyHandlers.ofString());
            assertThat(answer.statusCode()).as(method).isEqualTo(405);
            assertThat(answer.headers().firstValue("Allow")).hasValue("GET");
        }
    }

    @Test
    @DisplayName("HTTP/2 is not spoken, even without TLS (CFG-31)")
    void http2IsNotSpoken() throws Exception {
        HttpResponse<String> answer = get(open(checks), "/healthz");

        assertThat(http.version()).isEqualTo(HttpClient.Version.HTTP_2);
        assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
    }

    @Test
    @DisplayName("a check that hangs, and an owner that is stuck, do not keep the probe waiting (OPS-09)")
    void neitherAHangingCheckNorAStuckOwnerKeepsTheProbeWaiting() throws Exception {
        var hanging = new Checks(
                List.of(new HealthCheck(
                        "status-server-healthz", () -> Uni.createFrom().nothing())),
                List.of());
        var release = new CountDownLatch(1);
        var owner = vertx.getOrCreateContext();
        HttpListener server = await(HealthServer.open(vertx, settings(0), hanging, Duration.ofMillis(100)))
                .orElseThrow();
        owner.runOnContext(ignored -> awaitQuietly(release));

        HttpResponse<String> answer = get(server, "/healthz");
        release.countDown();

        assertThat(answer.statusCode()).isEqualTo(500);
    }

    @Test
    void noAddressMeansNoServer() {
        var off = new HealthSettings(Optional.empty(), "readyz", "healthz");

        assertThat(await(HealthServer.open(vertx, off, checks))).isEmpty();
    }

    @Test
    void aTakenPortIsReportedWithTheSettingThatNamesIt() {
        int taken = open(checks).port();
        Vertx other = Vertx.vertx();

        assertThatThrownBy(() -> HealthServer.open(other, settings(taken), checks)
                        .subscribeAsCompletionStage()
                        .get())
                .cause()
                .isInstanceOf(IOException.class)
                .hasMessageContaining("health.healthProbeBindAddress: cannot listen on 127.0.0.1:" + taken);

        await(Uni.createFrom().completionStage(() -> other.close().toCompletionStage()));
    }

    @Test
    void aClosedServerAnswersNobody() {
        HttpListener server = open(checks);
        await(server.close());

        assertThatThrownBy(() -> get(server, "/healthz")).isInstanceOf(IOException.class);
    }

    private HttpListener open(Checks served) {
        return await(HealthServer.open(vertx, settings(0), served)).orElseThrow();
    }

    private static HealthSettings settings(int port) {
        return new HealthSettings(Optional.of(new BindAddress("127.0.0.1", port)), "ready", "live");
    }

    private HttpResponse<String> get(HttpListener server, String path) throws Exception {
        return http.send(HttpRequest.newBuilder(uri(server, path)).build(), BodyHandlers.ofString());
    }

    private static URI uri(HttpListener server, String path) {
        return URI.create("http://127.0.0.1:" + server.port() + path);
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
