package io.trainyard.local.kubelet;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.local.kubelet.logs.LogQueries;
import io.trainyard.local.kubelet.logs.LogQuery;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** LOCAL-28, LOCAL-67, LOCAL-83. */
final class LogsIT {
    private final Vertx vertx = Vertx.vertx();
    private Laptop laptop;

    @BeforeEach
    void start(@TempDir Path folder) {
        laptop = new Laptop(folder);
    }

    @AfterEach
    void stop() {
        laptop.close();
        Laptop.await(vertx.close());
    }

    private String read(LogQuery query) {
        Promise<String> all = Promise.promise();
        laptop.kubelet().logs().open(vertx, query).onFailure(all::fail).onSuccess(stream -> {
            Buffer content = Buffer.buffer();
            stream.exceptionHandler(all::fail);
            stream.endHandler(nothing -> all.complete(content.toString()));
            stream.handler(content::appendBuffer);
        });
        return Laptop.await(all.future());
    }

    private static LogQuery since(Instant time) {
        return query("timed", false, false, Optional.of(time), OptionalLong.empty());
    }

    private static LogQuery query(
            String pod, boolean previous, boolean timestamps, Optional<Instant> since, OptionalLong limitBytes) {
        return new LogQuery(
                "default", pod, "main", false, previous, timestamps, OptionalLong.empty(), since, limitBytes);
    }

    @Test
    void theEndOfALogIsReadLineByLine() {
        laptop.runOnce("lines", "seq 1 100000");
        laptop.awaitPhase("lines", "Succeeded");
        LogQuery query = LogQueries.of("default", "lines", "main");

        assertThat(read(query)).hasLineCount(100_000);
        assertThat(read(LogQueries.tail(3, query))).isEqualTo("99998\n99999\n100000\n");
        assertThat(read(LogQueries.tail(0, query))).isEmpty();
        assertThat(read(query("lines", false, false, Optional.empty(), OptionalLong.of(4))))
                .isEqualTo("1\n2\n");
    }

    @Test
    void whoFollowsALogGetsEverythingUpToTheEndOfTheContainer() {
        laptop.runOnce("chatty", "for i in 1 2 3 4 5; do echo $i; sleep 0.1; done");
        laptop.awaitLog("chatty", "main", "1\n");

        assertThat(read(LogQueries.following(LogQueries.of("default", "chatty", "main"))))
                .isEqualTo("1\n2\n3\n4\n5\n");
    }

    @Test
    void logsOutliveTheirPod() {
        laptop.runOnce("gone", "echo last words");
        laptop.awaitPhase("gone", "Succeeded");

        laptop.delete("gone");

        assertThat(read(LogQueries.of("default", "gone", "main"))).isEqualTo("last words\n");
    }

    @Test
    void linesCarryTheTimeAtWhichTheyWereWritten() {
        Instant begin = Instant.now().minusSeconds(1);
        laptop.runOnce("timed", "echo early; sleep 2.5; echo late; echo last");
        laptop.awaitPhase("timed", "Succeeded");
        List<String> lines = read(query("timed", false, true, Optional.empty(), OptionalLong.empty()))
                .lines()
                .toList();

        assertThat(lines).hasSize(3);
        List<Instant> times = lines.stream()
                .map(line -> Instant.parse(line.substring(0, line.indexOf(' '))))
                .toList();
        assertThat(times).isSorted().allMatch(time -> time.isAfter(begin));
        assertThat(Duration.between(times.get(0), times.get(1))).isGreaterThan(Duration.ofSeconds(1));
        assertThat(lines.get(0)).endsWith(" early").hasSize("2026-01-02T03:04:05.000000000Z early".length());
        assertThat(read(since(times.get(1).minusMillis(500)))).isEqualTo("late\nlast\n");
        assertThat(read(LogQueries.tail(1, since(begin)))).isEqualTo("last\n");
        assertThat(read(query("timed", false, true, Optional.empty(), OptionalLong.of(31))))
                .hasSize(31);
    }

    @Test
    void theLogBeforeTheLatestRestartIsThePreviousOne() {
        laptop.run(
                """
                metadata: {name: again}
                spec:
                  restartPolicy: OnFailure
                  volumes: [{name: v, emptyDir: {}}]
                  containers:
                  - {name: main, image: none, command: [sh, -c, "echo x >> /v/n; wc -l < /v/n; test $(wc -l < /v/n) -ge 3"], volumeMounts: [{name: v, mountPath: /v}]}
                """);
        laptop.awaitPhase("again", "Succeeded");
        LogQuery query = LogQueries.of("default", "again", "main");

        assertThat(read(query).strip()).isEqualTo("3");
        assertThat(read(query("again", true, false, Optional.empty(), OptionalLong.empty()))
                        .strip())
                .isEqualTo("2");
    }

    @Test
    void theApiServerHandsOutLogsAndSaysWhyThereIsNone() throws Exception {
        laptop.runOnce("served", "seq 1 5; sleep 600");
        laptop.awaitLog("served", "main", "5\n");
        laptop.run("{metadata: {name: waits}, spec: {volumes: [{name: v, configMap: {name: missing}}],"
                + " containers: [{name: main, image: none, command: ['true']}]}}");

        assertThat(get("served/log?tailLines=2").body()).isEqualTo("4\n5\n");
        assertThat(get("served/log?timestamps=true&limitBytes=4").body()).hasSize(4);
        assertThat(get("served/log?sinceSeconds=3600").body()).isEqualTo("1\n2\n3\n4\n5\n");
        assertThat(get("served/log?previous=true"))
                .satisfies(answer -> assertThat(answer.statusCode()).isEqualTo(400))
                .satisfies(answer -> assertThat(answer.body()).contains("previous terminated container"));
        assertThat(get("waits/log").body()).contains("is waiting to start");

        laptop.run("{metadata: {name: never}, spec: {restartPolicy: Never, containers: [{name: main, image: none}]}}");
        laptop.awaitPhase("never", "Failed");
        assertThat(get("never/log").body())
                .contains("container \\\"main\\\" in pod \\\"never\\\" was never started: ", "has no command");
    }

    private HttpResponse<String> get(String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create(laptop.server().url() + "/api/v1/namespaces/default/pods/" + path))
                .version(HttpClient.Version.HTTP_1_1)
                .header("Authorization", "Bearer " + laptop.server().token())
                .build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }
}
