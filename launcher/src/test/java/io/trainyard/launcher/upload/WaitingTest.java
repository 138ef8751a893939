package io.trainyard.launcher.upload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.trainyard.core.kube.ClientOptions;
import io.trainyard.core.kube.ContainerProgram;
import io.trainyard.core.kube.ContainerPrograms;
import io.trainyard.core.kube.KubeClient;
import io.trainyard.core.kube.RequestObserver;
import io.trainyard.foundation.time.ManualTimeSource;
import io.trainyard.launcher.cli.launch.JobSubmitter;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.client.Await;
import io.trainyard.launcher.client.PlayedApiServer;
import io.trainyard.launcher.code.StoredArchive;
import io.trainyard.spi.model.TrainingRuntime;
import io.vertx.core.Vertx;
import io.vertx.core.http.ServerWebSocket;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("How long an upload waits (LOCAL-202)")
final class WaitingTest {
    private static final String PODS = "/api/v1/namespaces/team/pods";
    private static final String POD =
            """
            {"kind": "Pod", "apiVersion": "v1", "metadata": {"name": "receiver", "namespace": "team", "uid": "u"},
             "spec": {"containers": [{"name": "receive", "image": "busybox"}]}, "status": {"phase": "Pending"}}
            """;

    @TempDir
    private Path folder;

    private final ManualTimeSource time = new ManualTimeSource(Instant.parse("2026-01-01T00:00:00Z"));
    private final Vertx vertx = Vertx.vertx();
    private final List<ServerWebSocket> sockets = new CopyOnWriteArrayList<>();
    private PlayedApiServer server;
    private KubeClient client;

    @BeforeEach
    void open() throws Exception {
        // Programs in pods take nothing and never end.
        server = new PlayedApiServer(socket -> {
            socket.pause();
            sockets.add(socket);
        });
        client = Await.result(KubeClient.open(
                vertx.getOrCreateContext(),
                ClientOptions.defaults().withKubeconfig(server.kubeconfig(folder)),
                RequestObserver.NONE));
    }

    @AfterEach
    void close() throws Exception {
        // So that they see that they are left.
        sockets.forEach(ServerWebSocket::resume);
        vertx.close().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
        server.close();
    }

    @Test
    @DisplayName("what requests take counts as waiting for the start of the pod")
    void slowRequests() {
        AtomicInteger looks = new AtomicInteger();
        server.answer(
                        "GET",
                        "/api/v1/namespaces/team/persistentvolumeclaims/code",
                        """
                        {"kind": "PersistentVolumeClaim", "apiVersion": "v1", "metadata": {"name": "code"},
                         "spec": {"accessModes": ["ReadWriteMany"]}, "status": {"phase": "Bound"}}
                        """)
                .answer("GET", PODS, "{\"kind\": \"PodList\", \"apiVersion\": \"v1\", \"metadata\": {}, \"items\": []}")
                .answer("POST", PODS, POD)
                .answer("DELETE", PODS + "/receiver", POD)
                .answer("GET", PODS + "/receiver", request -> {
                    looks.incrementAndGet();
                    time.advance(Duration.ofSeconds(4));
                    PlayedApiServer.send(request, POD);
                });
        var wanted = new JobSubmitter.ToClaim(
                "code",
                new StoredArchive(folder.resolve("code.tar.gz"), 1, "0123456789abcdef", 1),
                "train",
                Optional.of("busybox"),
                Duration.ofSeconds(10));
        TrainingRuntime runtime = new KubernetesSerialization()
                .unmarshal(
                        """
                        apiVersion: trainer.kubeflow.org/v1alpha1
                        kind: TrainingRuntime
                        metadata: {name: plain}
                        spec: {template: {spec: {replicatedJobs: []}}}
                        """,
                        TrainingRuntime.class);
        ClaimUploader uploader = new ClaimUploader(client, message -> {}, () -> false, time);

        assertThatThrownBy(() -> uploader.upload("team", wanted, Map.of(), runtime))
                .isInstanceOf(CommandException.class)
                .hasMessageContaining("has not started within 10 s");
        assertThat(looks).hasValue(3);
    }

    private ContainerProgram program() {
        return Await.result(
                client.programs().start(new ContainerPrograms.Wanted("team", "receiver", "receive", List.of("cat"))));
    }

    /** A minute passes each time that somebody asks whether he is to go on. */
    private boolean minutePasses() {
        time.advance(Duration.ofMinutes(1));
        return false;
    }

    @Test
    @DisplayName(
            "a program that does not end, and a connection on which nothing moves, are left by the clock, however often they were looked at")
    void lateTransfers() throws Exception {
        Path file = folder.resolve("large");
        try (RandomAccessFile large = new RandomAccessFile(file.toFile(), "rw")) {
            large.setLength(256L << 20);
        }

        assertThatThrownBy(() -> new Transfer(program(), this::minutePasses, time).await())
                .hasMessageContaining("does not unpack it in time");
        assertThatThrownBy(
                        () -> new Transfer(program(), this::minutePasses, time).send(file, 256L << 20, message -> {}))
                .hasMessageContaining("stalls");
    }

    @Test
    @DisplayName("a thread that is to end leaves at once")
    void interrupted() {
        Transfer transfer = new Transfer(program(), () -> false, time);
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(transfer::await)
                    .isInstanceOf(CommandException.class)
                    .hasMessageContaining("stopped; no TrainJob was created");
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }
}
