package io.trainyard.local.kubelet.container;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.time.ManualTimeSource;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import io.trainyard.local.client.ApiCall;
import io.trainyard.local.client.ApiClient;
import io.trainyard.local.client.Watch;
import io.trainyard.local.client.WatchHandler;
import io.trainyard.local.client.record.EventRecorder;
import io.trainyard.local.kubelet.DoneAtOnce;
import io.trainyard.local.kubelet.ScriptedContainer;
import io.trainyard.local.kubelet.Settings;
import io.trainyard.local.kubelet.gpu.GpuPool;
import io.trainyard.local.kubelet.image.ImageTable;
import io.trainyard.local.kubelet.lifecycle.ContainerState.Terminated;
import io.trainyard.local.kubelet.logs.PodFolder;
import io.trainyard.local.kubelet.logs.PodLogs;
import io.trainyard.local.kubelet.naming.AddressBook;
import io.trainyard.local.kubelet.naming.PortMap;
import io.trainyard.local.kubelet.node.NodeContext;
import io.trainyard.local.kubelet.node.OwnerFinder;
import io.trainyard.local.kubelet.node.ShownPaths;
import io.trainyard.local.kubelet.options.KubeletOptions;
import io.trainyard.local.kubelet.probe.ActionRunner;
import io.trainyard.local.kubelet.process.ContainerExecutor;
import io.trainyard.local.kubelet.process.ContainerLaunch;
import io.trainyard.local.kubelet.process.RunningContainer;
import io.trainyard.local.kubelet.sandbox.PodSetup;
import io.trainyard.local.kubelet.spec.ContainerSpec;
import io.trainyard.local.kubelet.spec.PodSpec;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A container that is stopped while it begins (LOCAL-80, LOCAL-81)")
@ExtendWith(VertxExtension.class)
final class ContainerRunnerTest {
    private static final PodSpec POD = PodSpec.of(
            Tree.object(
                    Yaml.parse(
                            """
            metadata: {name: p, namespace: n, uid: u}
            spec:
              containers:
              - name: main
                command: [serve]
                livenessProbe: {exec: {command: [alive]}, periodSeconds: 1, failureThreshold: 1}
            """)));

    private final ManualTimeSource time = new ManualTimeSource();
    private final Events events = new Events();
    private final Program program = new Program();

    @TempDir
    private Path folder;

    private PodLogs logs;

    @BeforeEach
    void logs() {
        logs = new PodLogs(folder);
    }

    @Test
    @DisplayName(
            "whose pod is to end when it runs, is not asked whether it is well: it is not, and that is no reason to start it again")
    void stoppedWhenItRuns(Vertx vertx) {
        StopsAtOnce pod = new StopsAtOnce();
        ContainerRunner runner = runner(vertx, pod);
        pod.runner = runner;

        runner.start(0);
        assertThat(program.terminated).isTrue();
        time.advance(Duration.ofSeconds(20));

        assertThat(program.asked).isEmpty();
        assertThat(events.reasons).isEmpty();
        program.exit.complete(143);
        assertThat(pod.ends).hasSize(1);
        assertThat(time.waiting()).isZero();
    }

    @Test
    @DisplayName("goes on to be asked when it is to go on")
    void goesOn(Vertx vertx) {
        StopsAtOnce pod = new StopsAtOnce();
        runner(vertx, pod).start(0);

        time.advance(Duration.ofSeconds(3));

        assertThat(program.asked).contains("alive");
        assertThat(events.reasons).contains("Unhealthy", "Killing");
    }

    @Test
    @DisplayName(
            "whose log is followed before its program starts, keeps the follower waiting until it has ended (LOCAL-28)")
    void itsLogIsWrittenFromTheBeginning(Vertx vertx) {
        ContainerRunner runner = runner(vertx, new StopsAtOnce());
        program.whenAsked = () -> assertThat(logs.files()).hasSize(1);

        runner.start(0);

        assertThat(logs.files()).hasSize(1);
        program.exit.complete(0);
        assertThat(logs.files()).isEmpty();
    }

    @Test
    @DisplayName("that cannot be started keeps nobody waiting for its log")
    void aLogWithoutAProgramIsOver(Vertx vertx) {
        program.whenAsked = () -> {
            throw new IllegalStateException("on purpose");
        };
        StopsAtOnce pod = new StopsAtOnce();
        pod.mayFail = true;

        runner(vertx, pod).start(0);

        assertThat(logs.files()).isEmpty();
    }

    private ContainerRunner runner(Vertx vertx, ContainerRunner.Listener pod) {
        NodeContext node = node(vertx);
        PodFolder ofPod = new PodFolder(folder.resolve("pod"));
        return new ContainerRunner(node, POD, POD.containers().get(0), new PodSetup(node, POD, ofPod), ofPod, pod);
    }

    private NodeContext node(Vertx vertx) {
        KubeletOptions options = Settings.kubelet("local", Settings.folders(folder, folder), Settings.programs());
        EventRecorder recorder = new EventRecorder(events, time, "kubelet", "local");
        OwnerFinder owners = new OwnerFinder(events);
        return new NodeContext(
                options,
                events,
                time,
                new DoneAtOnce(),
                program,
                null,
                new AddressBook(number -> "127.77.0." + (number + 1)),
                new PortMap(),
                new GpuPool(List.of(), false),
                new ImageTable(List.of(), options.programs().initializer()),
                new ActionRunner(vertx, time),
                recorder,
                owners,
                ShownPaths.notice(recorder, owners),
                logs,
                null,
                Map.of(),
                Map.of(),
                Map.of());
    }

    /** Is told what happens, and ends the container as soon as it runs, if it knows it. */
    private static final class StopsAtOnce implements ContainerRunner.Listener {
        private final List<Terminated> ends = new ArrayList<>();
        private ContainerRunner runner;
        private boolean mayFail;

        @Override
        public void running(ContainerSpec container, Instant since, String id) {
            if (runner != null) {
                runner.stop(Duration.ofSeconds(30));
            }
        }

        @Override
        public void unprepared(ContainerSpec container, String reason, String message, boolean terminal) {
            assertThat(mayFail).as(message).isTrue();
        }

        @Override
        public void probed(ContainerSpec container, boolean started, boolean ready) {}

        @Override
        public void ended(ContainerSpec container, Terminated how) {
            ends.add(how);
        }
    }

    /** An API server that takes events. */
    private static final class Events implements ApiClient {
        private final List<String> reasons = new ArrayList<>();

        @Override
        public Future<Map<String, Object>> send(ApiCall call) {
            reasons.add(Tree.text(Objects.requireNonNull(call.body()), "reason"));
            return Future.succeededFuture(Map.of());
        }

        @Override
        public Future<Watch> watch(ApiCall call, WatchHandler handler) {
            return Future.failedFuture("nobody watches here");
        }
    }

    /** One container, started at once, in which no other program succeeds. */
    private static final class Program extends ScriptedContainer implements ContainerExecutor {
        private final List<String> asked = new ArrayList<>();
        private boolean terminated;
        private Runnable whenAsked = () -> {};

        @Override
        public Future<RunningContainer> start(ContainerLaunch launch) {
            whenAsked.run();
            return Future.succeededFuture(this);
        }

        @Override
        public Future<Void> terminate() {
            terminated = true;
            return Future.succeededFuture();
        }

        @Override
        public Future<Integer> run(List<String> command, Duration limit) {
            asked.addAll(command);
            return Future.succeededFuture(1);
        }

        @Override
        public Future<Void> close() {
            return Future.succeededFuture();
        }
    }
}
