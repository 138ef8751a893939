package io.trainyard.bench.reports;

import io.trainyard.core.report.StatusPath;
import io.trainyard.spi.model.ResourceKey;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.NetSocket;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Thousands of jobs that report once in ten seconds, each over a connection and with a token of its own, to the server of the controller in a process of its own.
 * What counts is the processor time of that process and how often statuses are written, not how long an answer takes: the machine may be busy with other things.
 */
public final class ReportLoad {
    private static final int INTERVAL_SECONDS = 10;
    private static final int TIMEOUT_SECONDS = 120;
    private static final String KUBECONFIG =
            """
            apiVersion: v1
            kind: Config
            clusters: [{name: played, cluster: {server: "http://127.0.0.1:%d"}}]
            users: [{name: somebody, user: {token: none}}]
            contexts: [{name: played, context: {cluster: played, user: somebody}}]
            current-context: played
            """;

    private final Vertx vertx;
    private final int port;
    private final AtomicLong taken = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final List<NetSocket> sockets = new ArrayList<>();
    private final List<String> names = new ArrayList<>();
    private final List<String> tokens = new ArrayList<>();
    private int next;

    private ReportLoad(Vertx vertx, int port) {
        this.vertx = vertx;
        this.port = port;
    }

    /** Arguments: jobs, seconds to warm up, seconds to measure. */
    public static void main(String[] arguments) throws Exception {
        int jobs = Integer.parseInt(arguments[0]);
        int warmUp = Integer.parseInt(arguments[1]);
        int seconds = Integer.parseInt(arguments[2]);
        Vertx vertx = Vertx.vertx();
        PlayedApiServer front = PlayedApiServer.start(vertx);
        Path folder = Files.createTempDirectory("report-load");
        Path kubeconfig = Files.writeString(folder.resolve("kubeconfig"), KUBECONFIG.formatted(front.port()));
        Process server = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-Xmx512m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ReportServer.class.getName(),
                        kubeconfig.toString())
                .redirectError(folder.resolve("server.log").toFile())
                .start();
        try {
            ReportLoad load = new ReportLoad(vertx, port(server));
            load.connect(jobs);
            Duration opened = processor(server);
            load.run(warmUp);
            Duration warm = processor(server);
            long takenBefore = load.taken.get();
            long writesBefore = front.writes();
            long reviewsBefore = front.reviews();
            long begin = System.nanoTime();
            load.run(seconds);
            double passed = (System.nanoTime() - begin) / 1e9;
            Duration used = processor(server).minus(warm);
            long reports = load.taken.get() - takenBefore;
            long writes = front.writes() - writesBefore;
            System.out.printf(
                    Locale.ROOT,
                    """
                    | What | Seen |
                    |---|---|
                    | jobs; reports taken in %.0f s; refused | %,d; %,d; %,d |
                    | processor time of the server | %.1f s: %.1f %% of one processor, %.0f µs a report |
                    | statuses written; a job, in 10 s | %,d; %.2f |
                    | tokens asked about meanwhile; before | %,d; %,d |
                    | processor time until all were connected | %.1f s |
                    %n""",
                    passed,
                    jobs,
                    reports,
                    load.refused.get(),
                    used.toMillis() / 1e3,
                    100 * used.toNanos() / 1e9 / passed,
                    used.toNanos() / 1e3 / reports,
                    writes,
                    writes / (double) jobs / passed * INTERVAL_SECONDS,
                    front.reviews() - reviewsBefore,
                    reviewsBefore,
                    opened.toMillis() / 1e3);
        } finally {
            server.destroy();
            vertx.close();
        }
    }

    private static int port(Process server) throws Exception {
        var lines = new BufferedReader(new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith("port ")) {
                return Integer.parseInt(line.substring("port ".length()));
            }
        }
        throw new IllegalStateException("the server ended");
    }

    private static Duration processor(Process server) {
        return server.info().totalCpuDuration().orElseThrow();
    }

    /** One connection for each job, from an address of its own, as pods have them. */
    private void connect(int jobs) throws Exception {
        for (int i = 0; i < jobs; i++) {
            NetClient client = vertx.createNetClient(new NetClientOptions()
                    .setSsl(true)
                    .setTrustAll(true)
                    .setHostnameVerificationAlgorithm("")
                    .setLocalAddress("127.1." + i / 250 + "." + (i % 250 + 1)));
            NetSocket socket = await(client.connect(port, "127.0.0.1"));
            socket.handler(answer -> {
                String text = answer.toString(StandardCharsets.US_ASCII);
                if (text.startsWith("HTTP/1.1 200")) {
                    taken.incrementAndGet();
                } else if (text.startsWith("HTTP/1.1")) {
                    refused.incrementAndGet();
                }
            });
            socket.closeHandler(closed -> refused.incrementAndGet());
            sockets.add(socket);
            names.add("job-" + i);
            tokens.add(PlayedApiServer.token("job-" + i));
            // Whoever connects and says nothing is soon sent away.
            report(i);
        }
    }

    /** All jobs report by turns, evenly over the interval. */
    private void run(int seconds) throws InterruptedException {
        long step = Duration.ofSeconds(INTERVAL_SECONDS).toNanos() / sockets.size();
        long due = System.nanoTime();
        long end = due + Duration.ofSeconds(seconds).toNanos();
        while (due < end) {
            long wait = due - System.nanoTime();
            if (wait > 0) {
                TimeUnit.NANOSECONDS.sleep(wait);
            }
            report(next++ % sockets.size());
            due += step;
        }
        TimeUnit.SECONDS.sleep(1);
    }

    private void report(int index) {
        int round = next / sockets.size();
        String body =
                "{\"trainerStatus\":{\"progressPercentage\":%d,\"estimatedRemainingSeconds\":%d,\"metrics\":[{\"name\":\"loss\",\"value\":\"%.4f\"},{\"name\":\"grad_norm\",\"value\":\"1.25\"},{\"name\":\"learning_rate\",\"value\":\"5e-05\"},{\"name\":\"current_step\",\"value\":\"%d\"},{\"name\":\"total_steps\",\"value\":\"10000\"}],\"lastUpdatedTime\":\"%s\"},\"trainyard\":{\"rank\":0,\"node\":0,\"worldSize\":4,\"step\":%d,\"stepSeconds\":0.31}}"
                        .formatted(Math.min(99, round), 10_000 - round, 1.0 / (round + 1), round, Instant.now(), round);
        sockets.get(index)
                .write("POST " + StatusPath.of(new ResourceKey(PlayedApiServer.NAMESPACE, names.get(index)))
                        + " HTTP/1.1\r\nHost: trainer\r\nAuthorization: Bearer " + tokens.get(index)
                        + "\r\nContent-Type: application/json\r\nContent-Length: "
                        + body.length() + "\r\n\r\n" + body);
    }

    private static <T> T await(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    }
}
