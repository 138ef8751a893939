package io.trainyard.local.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.trainyard.local.client.Kubeconfig;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** LOCAL-10: who gets in, and how. */
@ExtendWith(VertxExtension.class)
final class AccessTest {
    private static LocalApiServer server;

    @BeforeAll
    static void start(Vertx vertx) throws Exception {
        server = LocalApiServer.start(vertx, LocalApiOptions.DEFAULT)
                .toCompletionStage()
                .toCompletableFuture()
                .get(60, TimeUnit.SECONDS);
    }

    private static int status(String path, String... headers) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.url() + path));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return HttpClient.newHttpClient()
                .send(request.build(), HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    @Test
    void theTokenIsABearerTokenOrTheFirstStepOfThePath() throws Exception {
        assertThat(status("/api", "Authorization", "Bearer " + server.token())).isEqualTo(200);
        assertThat(status("/" + server.token() + "/api")).isEqualTo(200);
        assertThat(status("/" + server.token() + "/api/v1/namespaces/default")).isEqualTo(200);
    }

    @Test
    void withoutTheTokenNothingIsAnswered() throws Exception {
        String wrong = server.token() + "0";
        assertThat(status("/api")).isEqualTo(401);
        assertThat(status("/" + wrong + "/api")).isEqualTo(401);
        assertThat(status("/api", "Authorization", "Bearer " + wrong)).isEqualTo(401);
        assertThat(status("/api", "Authorization", "Basic " + server.token())).isEqualTo(401);
        assertThat(status("/api/" + server.token())).isEqualTo(401);
        assertThat(status("/")).isEqualTo(401);
    }

    @Test
    @DisplayName("LOCAL-263: health and version are told without a token, but not to those who have a wrong one")
    void healthAndVersionAreToldWithoutAToken() throws Exception {
        for (String path : List.of("/healthz", "/livez", "/readyz", "/version", "/version/")) {
            assertThat(status(path)).as(path).isEqualTo(200);
            assertThat(status(path, "Authorization", "Bearer " + server.token()))
                    .isEqualTo(200);
            assertThat(status(path, "Authorization", "Bearer " + server.token() + "0"))
                    .isEqualTo(401);
        }
        assertThat(status("/healthz/api")).isEqualTo(401);
        assertThat(status("/version/../api")).isEqualTo(401);
        assertThat(status("//version")).isEqualTo(401);
        assertThat(status("/healthz", "Origin", "http://evil.example")).isEqualTo(403);
    }

    @Test
    void theTokenAloneLeadsNowhere() throws Exception {
        assertThat(status("/" + server.token())).isEqualTo(404);
        assertThat(status("/" + server.token() + "/")).isEqualTo(404);
    }

    @Test
    @DisplayName("LOCAL-10: a web page that resolves its own name to this machine is refused")
    void anotherHostIsRefused() throws Exception {
        assertThat(answer("/api", "evil.example")).startsWith("HTTP/1.1 403");
    }

    private static String answer(String path, String host) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", server.port())) {
            socket.setSoTimeout(60_000);
            socket.getOutputStream()
                    .write(("GET /" + server.token() + path + " HTTP/1.1\r\nHost: " + host
                                    + "\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @ParameterizedTest
    @DisplayName("LOCAL-10: an address that cannot be read is answered")
    @ValueSource(
            strings = {
                "/api/v1/namespaces/%zz/pods",
                "/api/v1/pods?labelSelector=%",
                "/api/v1/pods?watch=true&fieldSelector=%f",
                "/api/v1/namespaces/default/pods/a/log?container=%",
                "/api/v1/namespaces/default/pods/a%/exec"
            })
    void anAddressThatCannotBeReadIsAnswered(String path) throws Exception {
        assertThat(answer(path, "127.0.0.1")).startsWith("HTTP/1.1 400").contains("cannot be read");
    }

    @Test
    @DisplayName(
            "LOCAL-184: a web page of elsewhere is refused, also where no token is asked for; one of this machine is not")
    void anotherOriginIsRefused() throws Exception {
        assertThat(statusOfOrigin("http://evil.example")).isEqualTo(403);
        assertThat(statusOfOrigin("https://localhost.evil.example:80")).isEqualTo(403);
        assertThat(statusOfOrigin("null")).isEqualTo(403);
        assertThat(statusOfOrigin("http://localhost:8001")).isEqualTo(200);
        assertThat(statusOfOrigin(server.url())).isEqualTo(200);
    }

    private static int statusOfOrigin(String origin) throws IOException, InterruptedException {
        return status("/" + server.token() + "/api", "Origin", origin);
    }

    @Test
    void theWrittenKubeconfigLetsAFabric8ClientIn(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("config");
        server.writeKubeconfig(file);
        Config config = Config.fromKubeconfig(file.toFile());
        CompletableFuture<String> seen = new CompletableFuture<>();
        try (KubernetesClient client =
                new KubernetesClientBuilder().withConfig(config).build()) {
            client.configMaps().inNamespace("default").watch(new Watcher<>() {
                @Override
                public void eventReceived(Action action, ConfigMap resource) {
                    seen.complete(resource.getMetadata().getName());
                }

                @Override
                public void onClose(WatcherException cause) {}
            });
            client.configMaps()
                    .resource(new ConfigMapBuilder()
                            .withNewMetadata()
                            .withName("made")
                            .withNamespace("default")
                            .endMetadata()
                            .build())
                    .create();
            assertThat(seen.get(60, TimeUnit.SECONDS)).isEqualTo("made");
        }
    }

    @Test
    @DisplayName("whoever reads a kubeconfig while a later run takes its place sees a whole one (LOCAL-104)")
    void aKubeconfigIsNeverHalfWritten(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("config");
        server.writeKubeconfig(file);
        ExecutorService laterRuns = Executors.newFixedThreadPool(2);
        try {
            Runnable writing = () -> {
                for (int i = 0; i < 200; i++) {
                    server.writeKubeconfig(file);
                }
            };
            List<Future<?>> writers = List.of(laterRuns.submit(writing), laterRuns.submit(writing));
            while (!writers.stream().allMatch(Future::isDone)) {
                assertThat(Kubeconfig.read(file)).isEqualTo(server.kubeconfig());
            }
            for (Future<?> writer : writers) {
                writer.get();
            }
        } finally {
            laterRuns.shutdownNow();
        }
        assertThat(folder).isDirectoryNotContaining(left -> !left.equals(file));
    }

    @Test
    void onlyTheOwnerReadsTheKubeconfig(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("config");
        server.writeKubeconfig(file);
        assertThat(Files.getPosixFilePermissions(file)).hasSize(2);
        assertThat(Kubeconfig.read(file)).isEqualTo(server.kubeconfig());
    }
}
