package io.trainyard.launcher.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.trainyard.testcluster.process.PortRange;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** A real Prometheus on this machine, with rules. Closing ends it. */
final class PrometheusServer implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final Process process;
    private final Path log;
    private final int port;

    private PrometheusServer(Process process, Path log, int port) {
        this.process = process;
        this.log = log;
        this.port = port;
    }

    /** The program of that name on the path. Skips the test where there is none, or fails it where {@code prometheus.required} is set. */
    static Path program(String name) {
        Optional<Path> found = Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .findFirst();
        if (Boolean.getBoolean("prometheus.required")) {
            assertThat(found).as("the program " + name + " on the PATH").isPresent();
        }
        assumeTrue(found.isPresent(), "there is no " + name + " on the PATH");
        return found.orElseThrow();
    }

    /**
     * Starts it and waits until it is ready.
     *
     * @param interval between two scrapes, and between two evaluations of the rules
     * @param job an element of {@code scrape_configs}
     * @param rules files with rules
     */
    static PrometheusServer start(Path folder, Duration interval, Map<String, Object> job, Path... rules)
            throws IOException {
        String every = ShortenedRules.text(interval);
        Path configuration = Files.writeString(
                folder.resolve("prometheus.yaml"),
                Serialization.asYaml(Map.of(
                        "global",
                        Map.of("scrape_interval", every, "scrape_timeout", every, "evaluation_interval", every),
                        "rule_files",
                        Arrays.stream(rules).map(Path::toString).toList(),
                        "scrape_configs",
                        List.of(job))));
        int port = PortRange.DEFAULT.choose(1, new Random()).get(0);
        Path log = folder.resolve("prometheus.log");
        Process process = new ProcessBuilder(
                        program("prometheus").toString(),
                        "--config.file=" + configuration,
                        "--storage.tsdb.path=" + folder.resolve("series"),
                        "--web.listen-address=127.0.0.1:" + port)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        var server = new PrometheusServer(process, log, port);
        try {
            await("Prometheus").atMost(LIMIT).until(server::isReady);
            return server;
        } catch (RuntimeException | Error failure) {
            server.close();
            throw failure;
        }
    }

    private boolean isReady() throws IOException, InterruptedException {
        if (!process.isAlive()) {
            throw new IllegalStateException("Prometheus ended: " + Files.readString(log));
        }
        try {
            return ask("/-/ready").statusCode() == 200;
        } catch (IOException notYet) {
            return false;
        }
    }

    /** The values of an expression now, as the API's {@code result}. */
    JsonNode query(String expression) {
        return data("/api/v1/query?query=" + encoded(expression)).path("result");
    }

    /** The series of an expression in a time, as the API's {@code result}. */
    JsonNode queryRange(String expression, Instant from, Instant to, Duration step) {
        return data("/api/v1/query_range?query=%s&start=%d.%03d&end=%d.%03d&step=%s"
                        .formatted(
                                encoded(expression),
                                from.getEpochSecond(),
                                from.toEpochMilli() % 1000,
                                to.getEpochSecond(),
                                to.toEpochMilli() % 1000,
                                ShortenedRules.text(step)))
                .path("result");
    }

    /** All rules with their health, as the API's {@code groups}. */
    JsonNode rules() {
        return data("/api/v1/rules").path("groups");
    }

    private JsonNode data(String path) {
        try {
            HttpResponse<String> answer = ask(path);
            if (answer.statusCode() != 200) {
                throw new IllegalStateException(path + ": " + answer.body());
            }
            return JSON.readTree(answer.body()).path("data");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private HttpResponse<String> ask(String path) throws IOException, InterruptedException {
        return CLIENT.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static String encoded(String expression) {
        return URLEncoder.encode(expression, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
