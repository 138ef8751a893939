package io.trainyard.core.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.config.BindAddress;
import io.trainyard.core.config.HealthSettings;
import io.trainyard.core.config.MetricsSettings;
import io.trainyard.core.health.HealthCheck;
import io.trainyard.core.health.HealthServer;
import io.trainyard.core.loop.NonBlockingLoops;
import io.trainyard.core.metrics.http.MetricsServer;
import io.trainyard.core.metrics.http.ScrapeAccess;
import io.vertx.core.http.HttpServerOptions;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@DisplayName("No server blocks an event loop (FAB-72)")
@Timeout(180)
final class ServersDoNotBlockTest {
    private static final BindAddress ANY_PORT = new BindAddress("127.0.0.1", 0);

    @RegisterExtension
    final NonBlockingLoops loops = new NonBlockingLoops();

    private final HttpClient http = HttpClient.newHttpClient();

    @Test
    void aLargePageOfMetricsAndProbesBesideIt() throws Exception {
        String series = "trainyard_example{name=\"a series\"} 1\n".repeat(50_000);
        HttpListener metrics = await(MetricsServer.open(
                        loops.vertx(),
                        new MetricsSettings(Optional.of(ANY_PORT), false, false),
                        new HttpServerOptions(),
                        context -> new MetricsServer.Page(
                                () -> "# " + System.identityHashCode(this) + "\n" + series, ScrapeAccess.everybody())))
                .orElseThrow();
        HttpListener health = await(HealthServer.open(
                        loops.vertx(),
                        new HealthSettings(Optional.of(ANY_PORT), "readyz", "healthz"),
                        new HealthServer.Checks(List.of(HealthCheck.passing("healthz")), List.of())))
                .orElseThrow();
        assertThat(get(metrics.port(), "/metrics")).hasSizeGreaterThan(series.length());
        assertThat(get(health.port(), "/healthz")).isEqualTo("ok");
        loops.warm();

        for (int i = 0; i < 20; i++) {
            assertThat(get(metrics.port(), "/metrics")).hasSizeGreaterThan(series.length());
            assertThat(get(health.port(), "/healthz?verbose")).startsWith("[+]healthz ok");
        }
    }

    private String get(int port, String path) throws Exception {
        return http.send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                                .build(),
                        BodyHandlers.ofString())
                .body();
    }

    private static <T> T await(Uni<T> uni) {
        return uni.await().atMost(Duration.ofSeconds(60));
    }
}
