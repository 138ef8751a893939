package io.trainyard.local.kubelet.pod;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.time.ManualTimeSource;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import io.trainyard.local.client.ApiCall;
import io.trainyard.local.client.ApiClient;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.Resource;
import io.trainyard.local.client.Watch;
import io.trainyard.local.client.WatchHandler;
import io.trainyard.local.client.record.EventRecorder;
import io.trainyard.local.kubelet.DoneAtOnce;
import io.trainyard.local.kubelet.Settings;
import io.trainyard.local.kubelet.gpu.GpuPool;
import io.trainyard.local.kubelet.image.ImageTable;
import io.trainyard.local.kubelet.logs.PodFolder;
import io.trainyard.local.kubelet.logs.PodLogs;
import io.trainyard.local.kubelet.naming.AddressBook;
import io.trainyard.local.kubelet.naming.PortMap;
import io.trainyard.local.kubelet.node.NodeContext;
import io.trainyard.local.kubelet.options.KubeletOptions;
import io.trainyard.local.kubelet.process.ContainerExecutor;
import io.trainyard.local.kubelet.process.ContainerLaunch;
import io.trainyard.local.kubelet.process.PodSandbox;
import io.trainyard.local.kubelet.process.RunningContainer;
import io.trainyard.local.kubelet.spec.PodSpec;
import io.trainyard.local.time.VirtualTime;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A pod whose actions are answered before the calls that began them return (POD-02, LOCAL-80)")
final class PodWorkerTest {
    private final ManualTimeSource time = new ManualTimeSource();
    private final SecretsAway client = new SecretsAway();
    private final Containers containers = new Containers();
    private int removed;

    @TempDir
    private Path folder;

    @Test
    @DisplayName("what cannot be set up is tried again a second later, and fails with its reason when its time is over")
    void setupIsTriedAgain() {
        containers.sandboxFailure = "No space left on device";
        PodWorker worker = worker(
                """
                metadata: {name: p, namespace: n, uid: u}
                spec: {containers: [{name: main, command: [train]}]}
                """);

        worker.begin();
        assertThat(containers.sandboxes).isEqualTo(1);
        time.advance(Duration.ofSeconds(1));
        assertThat(containers.sandboxes).isEqualTo(2);
        time.advance(Duration.ofSeconds(60));

        assertThat(containers.sandboxes).isEqualTo(1 + 60);
        assertThat(client.statuses)
                .last()
                .satisfies(status -> assertThat(Tree.text(status, "phase")).isEqualTo("Failed"))
                .satisfies(status -> assertThat(Tree.text(status, "message")).contains("No space left on device"));
        time.advance(Duration.ofMinutes(10));
        assertThat(containers.sandboxes).as("after its end").isEqualTo(1 + 60);
    }

    @Test
    @DisplayName("a wall clock that is set back neither delays the next try nor the end (LOCAL-53)")
    void theClockIsSetBack() {
        VirtualTime settable = new VirtualTime(Instant.parse("2026-01-02T03:04:05Z"));
        containers.sandboxFailure = "No space left on device";
        PodWorker worker = worker(
                settable,
                """
                metadata: {name: p, namespace: n, uid: u}
                spec: {containers: [{name: main, command: [train]}]}
                """);

        worker.begin();
        settable.setWallClock(Duration.ofHours(-1));
        settable.advance(Duration.ofSeconds(3));
        assertThat(containers.sandboxes).isEqualTo(1 + 3);
        settable.advance(Duration.ofSeconds(60));

        assertThat(client.statuses).last().satisfies(status -> assertThat(Tree.text(status, "phase"))
                .isEqualTo("Failed"));
    }

    @Test
    @DisplayName("each container is tried once a second, however the one before it fares")
    void eachContainerIsTriedOnce() {
        PodWorker worker = worker(
                """
                metadata: {name: p, namespace: n, uid: u}
                spec:
                  containers:
                  - {name: first, command: [train], envFrom: [{secretRef: {name: one}}]}
                  - {name: second, command: [train], envFrom: [{secretRef: {name: two}}]}
                """);

        worker.begin();
        assertThat(client.secrets).containsExactly("one", "two");
        time.advance(Duration.ofSeconds(1));

        assertThat(client.secrets).containsExactly("one", "two", "one", "two");
    }

    @Test
    @DisplayName(
            "that a pod begins is told after half a second; what happens before then is told at once, instead of it")
    void theBeginningIsToldWhenItTakesLong() {
        containers.open = Promise.promise();
        worker(
                        """
                metadata: {name: slow, namespace: n, uid: u}
                spec: {containers: [{name: main, command: [train]}]}
                """)
                .begin();
        time.advance(Duration.ofMillis(499));
        assertThat(client.statuses).isEmpty();
        time.advance(Duration.ofMillis(1));
        assertThat(client.statuses).singleElement().satisfies(status -> assertThat(reason(status))
                .isEqualTo("ContainerCreating"));

        client.statuses.clear();
        containers.open = null;
        worker(
                        """
                metadata: {name: stuck, namespace: n, uid: v}
                spec: {containers: [{name: main, command: [train], envFrom: [{secretRef: {name: one}}]}]}
                """)
                .begin();
        assertThat(client.statuses).singleElement().satisfies(status -> assertThat(reason(status))
                .isEqualTo("CreateContainerConfigError"));
    }

    @Test
    @DisplayName("while the API server is away, the status is tried once a second, however much happens to the pod")
    void statusIsTriedOnceASecond() {
        containers.sandboxFailure = "No space left on device";
        client.isAway = true;
        PodWorker worker = worker(
                """
                metadata: {name: p, namespace: n, uid: u}
                spec: {containers: [{name: main, command: [train]}]}
                """);

        worker.begin();
        time.advance(Duration.ofSeconds(30));
        assertThat(client.statuses)
                .as("the first half a second after the beginning")
                .hasSize(30);
        client.isAway = false;
        time.advance(Duration.ofSeconds(60));

        assertThat(client.statuses).last().satisfies(status -> assertThat(Tree.text(status, "phase"))
                .isEqualTo("Failed"));
        assertThat(time.waiting()).isZero();
    }

    @Test
    @DisplayName(
            "a conflict ends a pod only when there is another one of its name: this one's programs go on while others write to it, too (LOCAL-268)")
    void conflictsEndNoPod() {
        client.refusal = ApiException.conflict(Resource.PODS, "p", "the object has been modified");
        client.pod = Tree.object(Yaml.parse("metadata: {name: p, namespace: n, uid: u}"));
        containers.sandboxFailure = "No space left on device";
        PodWorker worker = worker(
                """
                metadata: {name: p, namespace: n, uid: u}
                spec: {containers: [{name: main, command: [train]}]}
                """);

        worker.begin();
        time.advance(Duration.ofSeconds(3));
        assertThat(removed).isZero();
        assertThat(client.statuses).hasSizeGreaterThan(1);

        client.pod = Tree.object(Yaml.parse("metadata: {name: p, namespace: n, uid: another}"));
        time.advance(Duration.ofSeconds(1));
        int written = client.statuses.size();
        time.advance(Duration.ofSeconds(60));
        assertThat(removed).isOne();
        assertThat(client.statuses).hasSize(written);
    }

    private static String reason(Map<String, Object> status) {
        return Tree.text(Tree.objects(status, "containerStatuses").get(0), "state", "waiting", "reason");
    }

    private PodWorker worker(String yaml) {
        return worker(time, yaml);
    }

    private PodWorker worker(TimeSource source, String yaml) {
        return new PodWorker(
                node(source),
                PodSpec.of(Tree.object(Yaml.parse(yaml))),
                new PodFolder(folder.resolve("pod")),
                () -> removed++);
    }

    private NodeContext node(TimeSource source) {
        KubeletOptions options = Settings.kubelet("local", Settings.folders(folder, folder), Settings.programs());
        return new NodeContext(
                options,
                client,
                source,
                new DoneAtOnce(),
                containers,
                null,
                new AddressBook(number -> "127.77.0." + (number + 1)),
                new PortMap(),
                new GpuPool(List.of(), false),
                new ImageTable(List.of(), options.programs().initializer()),
                null,
                new EventRecorder(client, source, "kubelet", "local"),
                null,
                null,
                new PodLogs(folder),
                null,
                Map.of(),
                Map.of(),
                Map.of());
    }

    /** An API server that stores what it is told, or does not answer, and cannot be asked for Secrets. */
    private static final class SecretsAway implements ApiClient {
        private final List<String> secrets = new ArrayList<>();
        private final List<Map<String, Object>> statuses = new ArrayList<>();
        private boolean isAway;
        private @Nullable ApiException refusal;
        private Map<String, Object> pod = Map.of();

        @Override
        public Future<Map<String, Object>> send(ApiCall call) {
            if (call.resource().plural().equals("secrets")) {
                secrets.add(call.name());
                return Future.failedFuture("connection refused");
            }
            if (call.subresource().equals("status")) {
                statuses.add(Tree.child(Objects.requireNonNull(call.body()), "status"));
            }
            if (isAway) {
                return Future.failedFuture("connection refused");
            }
            if (call.subresource().equals("status") && refusal != null) {
                return Future.failedFuture(refusal);
            }
            return Future.succeededFuture(call.resource().equals(Resource.PODS) ? pod : Map.of());
        }

        @Override
        public Future<Watch> watch(ApiCall call, WatchHandler handler) {
            return Future.failedFuture("nobody watches here");
        }
    }

    /** Answers at once, unless it is to leave the question open. */
    private static final class Containers implements ContainerExecutor {
        private String sandboxFailure = "";
        private @Nullable Promise<Void> open;
        private int sandboxes;

        @Override
        public Future<Void> runSandbox(PodSandbox sandbox) {
            sandboxes++;
            if (open != null) {
                return open.future();
            }
            return sandboxFailure.isEmpty() ? Future.succeededFuture() : Future.failedFuture(sandboxFailure);
        }

        @Override
        public Future<RunningContainer> start(ContainerLaunch launch) {
            return Future.failedFuture("nothing is started here");
        }

        @Override
        public Future<Void> close() {
            return Future.succeededFuture();
        }
    }
}
