package io.trainyard.core.report.http;

import static io.trainyard.core.fixture.Manifests.trainJob;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.config.BindAddress;
import io.trainyard.core.loop.NonBlockingLoops;
import io.trainyard.core.metrics.ReportMetrics;
import io.trainyard.core.report.Report;
import io.trainyard.core.report.StatusPath;
import io.trainyard.core.report.WorldSize;
import io.trainyard.core.report.http.ReportAccess.Decision;
import io.trainyard.spi.model.ResourceKey;
import io.trainyard.spi.model.TrainJob;
import io.vertx.core.http.HttpServerOptions;
import java.io.ByteArrayInputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("StatusServer (SSRV-01 to SSRV-06, SSRV-41, SSRV-75)")
@Timeout(180)
final class StatusServerTest {
    private static final String PATH = StatusPath.of(new ResourceKey("team-a", "bert"));
    private static final String REPORT =
            "{\"trainerStatus\":{\"progressPercentage\":45,\"lastUpdatedTime\":\"2026-03-01T10:30:45Z\"}}";

    @RegisterExtension
    final NonBlockingLoops loops = new NonBlockingLoops();

    private final HttpClient http = HttpClient.newHttpClient();
    private final Sink sink = new Sink();
    private volatile ReportAccess access =
            (trainJob, sender) -> Uni.createFrom().item(Decision.allowed("pod-0", "uid-of-bert"));
    private StatusServer.Limits limits = StatusServer.Limits.DEFAULT;

    @Test
    void aReportIsTakenAndWrittenBackWithANewline() {
        HttpResponse<String> answer = post(open(), PATH, REPORT);

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/json");
        assertThat(answer.body()).isEqualTo(REPORT + "\n");
        assertThat(sink.taken).hasSize(1);
        assertThat(sink.pods).containsExactly("pod-0");
    }

    @Test
    @DisplayName("the content type does not matter (SSRV-04)")
    void anyContentType() throws Exception {
        int port = open();
        HttpRequest form = HttpRequest.newBuilder(uri(port, PATH))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(REPORT))
                .build();

        assertThat(http.send(form, BodyHandlers.ofString()).statusCode()).isEqualTo(200);
    }

    @Test
    @DisplayName("a report that says nothing is in order, even when there is no such TrainJob (SSRV-06)")
    void nothing() {
        sink.found = Optional.empty();
        HttpResponse<String> answer = post(open(), PATH, "{}");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("{}\n");
        assertThat(sink.taken).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"GET", "PUT", "DELETE", "HEAD"})
    @DisplayName("there is one path, and it takes POST (SSRV-02)")
    void otherMethods(String method) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(uri(open(), PATH))
                .method(method, BodyPublishers.noBody())
                .build();

        assertThat(http.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(404);
    }

    @Test
    void refusalsAreCompactStatuses() {
        HttpResponse<String> answer = post(open(), "/other", REPORT);

        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/json");
        assertThat(answer.body())
                .isEqualTo(
                        "{\"metadata\":{},\"status\":\"Failure\",\"message\":\"Not found\",\"reason\":\"NotFound\",\"code\":404}\n");
    }

    @Test
    @DisplayName("who may not report learns nothing else, not even that his body is wrong (SSRV-03)")
    void forbidden() {
        access = (trainJob, sender) -> Uni.createFrom().item(Decision.FORBIDDEN);
        HttpResponse<String> answer = post(open(), PATH, "nonsense");

        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(answer.body())
                .isEqualTo(
                        "{\"metadata\":{},\"status\":\"Failure\",\"message\":\"Forbidden\",\"reason\":\"Forbidden\",\"code\":403}\n");
    }

    @Test
    @DisplayName("a body that is announced too large is refused before anybody is asked (SSRV-03)")
    void tooLarge() {
        access = (trainJob, sender) -> Uni.createFrom().failure(new AssertionError("was asked"));
        HttpResponse<String> answer = post(open(), PATH, " ".repeat(65_537));

        assertThat(answer.statusCode()).isEqualTo(413);
        assertThat(answer.body()).contains("\"message\":\"Payload too large\",\"reason\":\"RequestEntityTooLarge\"");
    }

    @Test
    @DisplayName("a body that turns out too large is refused, too (SSRV-05)")
    void tooLargeWithoutSayingSo() throws Exception {
        HttpRequest chunked = HttpRequest.newBuilder(uri(open(), PATH))
                .POST(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(new byte[70_000])))
                .build();

        assertThat(http.send(chunked, BodyHandlers.ofString()).statusCode()).isEqualTo(413);
    }

    @Test
    void theLargestBodyIsRead() {
        String body = REPORT + " ".repeat(65_536 - REPORT.length());

        assertThat(post(open(), PATH, body).statusCode()).isEqualTo(200);
    }

    @Test
    void aMistakeIsNamed() {
        HttpResponse<String> answer = post(open(), PATH, REPORT.replace("45,", "145,"));

        assertThat(answer.statusCode()).isEqualTo(422);
        assertThat(answer.body())
                .contains("\"message\":\"TrainJob.trainer.kubeflow.org \\\"bert\\\" is invalid:"
                        + " status.trainerStatus.progressPercentage: must be between 0 and 100, not 145\"")
                .contains("\"reason\":\"Invalid\",\"code\":422");
        assertThat(sink.taken).isEmpty();
    }

    @Test
    void aTrainJobThatDoesNotExistIsNotFound() {
        sink.found = Optional.empty();
        HttpResponse<String> answer = post(open(), PATH, REPORT);

        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(answer.body()).contains("\"message\":\"Train job not found\",\"reason\":\"NotFound\"");
    }

    @Test
    @DisplayName(
            "a pod of a job that is gone may not report for the next one of its name, although it was known to be good (SSRV-25)")
    void namesakes() {
        int port = open();
        assertThat(post(port, PATH, REPORT).statusCode()).isEqualTo(200);
        TrainJob next = trainJob("bert", "{}");
        next.getMetadata().setUid("uid-of-the-next");
        sink.found = Optional.of(next);

        HttpResponse<String> answer = post(port, PATH, REPORT);

        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(sink.taken).hasSize(1);
    }

    @Test
    @DisplayName("a suspended job takes no reports, and the answer says so (SSRV-05)")
    void suspended() {
        sink.found = Optional.of(trainJob("bert", "{suspend: true}"));
        HttpResponse<String> answer = post(open(), PATH, REPORT);

        assertThat(answer.statusCode()).isEqualTo(409);
        assertThat(answer.body())
                .contains("\"message\":\"The TrainJob is suspended, and takes no reports until it is resumed\"")
                .contains("\"reason\":\"Conflict\"");
        assertThat(sink.taken).isEmpty();
    }

    @Test
    @DisplayName("what the TrainJob cannot have is named (SSRV-05)")
    void invalidForTheTrainJob() {
        sink.found = Optional.of(trainJob("bert", "{trainer: {numNodes: 1, numProcPerNode: 1}}"));
        HttpResponse<String> answer = post(open(), PATH, "{\"trainyard\":{\"rank\":1}}");

        assertThat(answer.statusCode()).isEqualTo(422);
        assertThat(answer.body()).contains("trainyard.rank must be less than 1, not 1");
    }

    @Test
    void whereNobodyKnowsTheAnswerIs500() {
        access = (trainJob, sender) -> Uni.createFrom().failure(new IllegalStateException("no API server"));
        HttpResponse<String> answer = post(open(), PATH, REPORT);

        assertThat(answer.statusCode()).isEqualTo(500);
        assertThat(answer.body()).contains("\"message\":\"Internal error\"").doesNotContain("API server");
    }

    @Test
    void whatBreaksInsideIsNotToldOutside() {
        sink.broken = true;

        assertThat(post(open(), PATH, REPORT).body()).contains("\"message\":\"Internal Server Error\"");
    }

    @Test
    @DisplayName("a pod that reports without end is told to wait (SSRV-41)")
    void tooMany() {
        limits = new StatusServer.Limits(65_536, Duration.ofSeconds(10), 0.5, 100);
        int port = open();

        List<Integer> codes = IntStream.range(0, 8)
                .mapToObj(i -> post(port, PATH, REPORT).statusCode())
                .toList();
        HttpResponse<String> last = post(port, PATH, REPORT);

        assertThat(codes).containsExactly(200, 200, 200, 200, 200, 429, 429, 429);
        assertThat(last.headers().firstValue("Retry-After")).contains("5");
        assertThat(last.body()).contains("\"message\":\"Too many requests\",\"reason\":\"TooManyRequests\"");
    }

    @Test
    void aBodyThatDoesNotComeIsNotWaitedForForEver() throws Exception {
        limits = new StatusServer.Limits(65_536, Duration.ofMillis(200), 5, 5);
        try (Socket socket = new Socket("127.0.0.1", open())) {
            socket.getOutputStream()
                    .write(("POST " + PATH + " HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{")
                            .getBytes(StandardCharsets.US_ASCII));
            byte[] answer = socket.getInputStream().readNBytes(12);

            assertThat(new String(answer, StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 408");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1:5000, , true",
        "localhost:5000, , true",
        "[::1]:5000, , true",
        "evil.example:5000, , false",
        "127.0.0.1.evil.example, , false",
        ", , false",
        "127.0.0.1:5000, https://evil.example, false"
    })
    @DisplayName("on a laptop programs may report, and pages in a browser may not (SSRV-75)")
    void loopback(String host, String origin, boolean allowed) {
        Decision decision = new LoopbackAccess()
                .decide(
                        new ResourceKey("team-a", "bert"),
                        new ReportAccess.Sender(
                                Optional.empty(), Optional.ofNullable(host), Optional.ofNullable(origin), "127.0.0.1"))
                .await()
                .indefinitely();

        assertThat(decision.verdict() == ReportAccess.Verdict.ALLOWED).isEqualTo(allowed);
    }

    private int open() {
        return StatusServer.open(
                        loops.vertx(),
                        new BindAddress("127.0.0.1", 0),
                        new HttpServerOptions(),
                        context -> new StatusServer.Service(
                                (trainJob, sender) -> access.decide(trainJob, sender),
                                sink,
                                new ReportMetrics(new SimpleMeterRegistry()),
                                limits))
                .await()
                .atMost(Duration.ofSeconds(60))
                .port();
    }

    private HttpResponse<String> post(int port, String path, String body) {
        try {
            return http.send(
                    HttpRequest.newBuilder(uri(port, path))
                            .POST(BodyPublishers.ofString(body))
                            .build(),
                    BodyHandlers.ofString());
        } catch (Exception failure) {
            throw new AssertionError(failure);
        }
    }

    private static URI uri(int port, String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    private static final class Sink implements ReportSink {
        private final List<Report> taken = new CopyOnWriteArrayList<>();
        private final List<String> pods = new CopyOnWriteArrayList<>();
        private volatile Optional<TrainJob> found = Optional.of(trainJob("bert", "{}"));
        private volatile boolean broken;

        @Override
        public Uni<Optional<TrainJob>> find(ResourceKey trainJob) {
            return Uni.createFrom().item(found);
        }

        @Override
        public void take(TrainJob trainJob, Report report, String pod) {
            if (broken) {
                throw new IllegalStateException("a secret of ours");
            }
            report.rank().ifPresent(rank -> WorldSize.check(trainJob, rank.rank()));
            taken.add(report);
            pods.add(pod);
        }
    }
}
