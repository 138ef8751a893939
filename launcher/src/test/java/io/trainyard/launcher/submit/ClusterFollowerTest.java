package io.trainyard.launcher.submit;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.core.kube.ClientOptions;
import io.trainyard.launcher.client.PlayedApiServer;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("What is shown of a TrainJob of a cluster (LOCAL-198)")
final class ClusterFollowerTest {
    private static final String NAMESPACE = "/namespaces/team";
    private static final String JOB = "/apis/trainer.kubeflow.org/v1alpha1" + NAMESPACE + "/trainjobs/train";
    private static final String PODS = "/api/v1" + NAMESPACE + "/pods";

    private static final String POD =
            """
            {"kind": "PodList", "apiVersion": "v1", "metadata": {}, "items": [{
              "kind": "Pod", "apiVersion": "v1", "metadata": {"name": "node-0", "namespace": "team", "uid": "u"},
              "spec": {"containers": []},
              "status": {
                "initContainerStatuses": [{"name": "unpack", "image": "", "imageID": "", "ready": true, "restartCount": 0,
                  "state": {"terminated": {"exitCode": 0}}}],
                "containerStatuses": [{"name": "main", "image": "", "imageID": "", "ready": true, "restartCount": 0,
                  "state": {"%s": %s}}]
              }}]}
            """;

    @TempDir
    private Path folder;

    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final StringWriter out = new StringWriter();

    /** Requests of logs of the main container. */
    private long connections() {
        return asked.stream().filter(query -> query.contains("container=main")).count();
    }

    private boolean isOver() {
        return connections() >= 3;
    }

    private String job() {
        String conditions =
                isOver() ? "{\"type\": \"Complete\", \"status\": \"True\", \"reason\": \"x\", \"message\": \"x\"}" : "";
        return "{\"kind\": \"TrainJob\", \"apiVersion\": \"trainer.kubeflow.org/v1alpha1\","
                + " \"metadata\": {\"name\": \"train\", \"namespace\": \"team\", \"uid\": \"j\"},"
                + " \"spec\": {\"runtimeRef\": {\"name\": \"plain\"}}, \"status\": {\"conditions\": [" + conditions
                + "]}}";
    }

    /** The connection breaks in the middle of a line, then ends as if there was no more, then the container ends. */
    private void log(HttpServerRequest request) {
        asked.add(request.query());
        if (request.query().contains("container=unpack")) {
            request.response().end("2026-01-01T00:00:00.5Z unpacked\n");
            return;
        }
        switch ((int) connections()) {
            case 1 -> {
                request.response()
                        .setChunked(true)
                        .write("2026-01-01T00:00:01.1Z one\n2026-01-01T00:00:01.2Z two\n2026-01-01T00:00:01.3Z thr");
                breakWhenShown(request);
            }
            case 2 ->
                request.response()
                        .end("2026-01-01T00:00:01.1Z one\n2026-01-01T00:00:01.2Z two\n2026-01-01T00:00:01.3Z three\n");
            default -> request.response().end("2026-01-01T00:00:01.3Z three\n2026-01-01T00:00:02Z four\n");
        }
    }

    private void breakWhenShown(HttpServerRequest request) {
        Vertx.currentContext().owner().setPeriodic(10, timer -> {
            if (out.toString().contains("| two")) {
                Vertx.currentContext().owner().cancelTimer(timer);
                request.connection().close();
            }
        });
    }

    @Test
    @Timeout(60)
    @DisplayName(
            "a log is read on when its connection breaks or ends before its container, no line twice; init containers are shown, too")
    void brokenConnections() throws Exception {
        try (PlayedApiServer server = new PlayedApiServer(socket -> socket.close())
                .answer("GET", JOB, request -> PlayedApiServer.send(request, job()))
                .answer(
                        "GET",
                        PODS,
                        request -> PlayedApiServer.send(
                                request,
                                isOver()
                                        ? POD.formatted("terminated", "{\"exitCode\": 0}")
                                        : POD.formatted("running", "{}")))
                .answer("GET", PODS + "/node-0/log", this::log)) {
            ClusterFollower follower = new ClusterFollower(
                    ClientOptions.defaults().withKubeconfig(server.kubeconfig(folder)),
                    Clock.systemUTC(),
                    new PrintWriter(out),
                    () -> connections() > 20);

            assertThat(follower.follow("team", "train")).isEqualTo(Optional.of(true));
        }
        assertThat(out.toString().lines().filter(line -> line.contains(" | ")))
                .containsExactlyInAnyOrder(
                        "node-0/unpack | unpacked", "node-0 | one", "node-0 | two", "node-0 | three", "node-0 | four");
        assertThat(asked.stream().filter(query -> query.contains("container=main")))
                .satisfiesExactly(
                        first -> assertThat(first).doesNotContain("sinceTime"),
                        second -> assertThat(second).contains("sinceTime=2026-01-01T00%3A00%3A01.200Z"),
                        third -> assertThat(third).contains("sinceTime=2026-01-01T00%3A00%3A01.300Z"));
    }

    @Test
    @Timeout(60)
    @DisplayName("a log that cannot be read is named once for each container, and the job is followed to its end")
    void unreadableLogs() throws Exception {
        String refusal =
                """
                {"kind": "Status", "apiVersion": "v1", "code": 500, "message": "dial tcp 127.0.0.1:10250: connection refused"}""";
        try (PlayedApiServer server = new PlayedApiServer(socket -> socket.close())
                .answer("GET", JOB, request -> PlayedApiServer.send(request, job()))
                .answer("GET", PODS, request -> PlayedApiServer.send(request, POD.formatted("running", "{}")))
                .answer("GET", PODS + "/node-0/log", request -> {
                    asked.add(request.query());
                    request.response()
                            .setStatusCode(500)
                            .putHeader("Content-Type", "application/json")
                            .end(refusal);
                })) {
            ClusterFollower follower = new ClusterFollower(
                    ClientOptions.defaults().withKubeconfig(server.kubeconfig(folder)),
                    Clock.systemUTC(),
                    new PrintWriter(out),
                    () -> connections() > 50);

            assertThat(follower.follow("team", "train")).isEqualTo(Optional.of(true));
        }
        assertThat(out.toString().lines().filter(line -> line.contains(" | ")))
                .hasSize(2)
                .allMatch(line -> line.contains(" | its log cannot be read: ") && line.contains("connection refused"));
    }
}
