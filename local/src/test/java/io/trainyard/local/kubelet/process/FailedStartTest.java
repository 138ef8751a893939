package io.trainyard.local.kubelet.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import io.trainyard.local.kubelet.spec.PodSpec;
import io.trainyard.local.time.RealTime;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
@DisplayName("A program whose start is told to have failed does not run (LOCAL-82)")
final class FailedStartTest {
    @TempDir
    private Path run;

    private final Vertx vertx = Vertx.vertx();
    private final WorkerExecutor workers = vertx.createSharedWorkerExecutor("failed-start", 2);
    private ContainerExecutor executor;

    @BeforeEach
    void open() throws Exception {
        executor = await(
                ProcessExecutor.create(vertx, workers, new RealTime(vertx), run, ProcessView.HOST, Optional.empty()));
    }

    @AfterEach
    void close() throws Exception {
        // Its companion is gone, which it says when it is closed.
        executor.close()
                .toCompletionStage()
                .exceptionally(gone -> null)
                .toCompletableFuture()
                .get(60, TimeUnit.SECONDS);
        await(vertx.close());
    }

    private static <T> T await(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    private ContainerLaunch launch(String name, String program) {
        PodSpec pod = PodSpec.of(Tree.object(Yaml.parse(
                "{metadata: {name: p, namespace: n, uid: u}, spec: {containers: [{name: %s}]}}".formatted(name))));
        return new ContainerLaunch(
                pod,
                pod.allContainers().get(0),
                List.of("/bin/sh", "-c", program),
                List.of(),
                Map.of("PATH", System.getenv("PATH")),
                run,
                run.resolve("logs").resolve(name + ".log"),
                Path.of("/etc/hosts"),
                "127.0.0.1",
                Map.of(),
                Set.of(),
                List.of(),
                false);
    }

    /** The companion of this kubelet, which other kubelets of this virtual machine have, too. */
    private static ProcessHandle companion(String kubelet) {
        return ProcessHandle.current()
                .children()
                .filter(child ->
                        words(child).contains("trainyard-guard") && words(child).contains(kubelet))
                .findFirst()
                .orElseThrow();
    }

    private static String words(ProcessHandle process) {
        try {
            return Files.readString(
                    Path.of("/proc", Long.toString(process.pid()), "cmdline"), StandardCharsets.ISO_8859_1);
        } catch (IOException gone) {
            return "";
        }
    }

    @Test
    @DisplayName("nothing of a program is left that cannot be handed to the companion, and the record does not name it")
    void whatCannotBeGuardedIsEnded() throws Exception {
        Files.createDirectories(run.resolve("logs"));
        RunningContainer first = await(executor.start(launch("first", "echo $TRAINYARD_KUBELET")));
        assertThat(await(first.exit())).isZero();
        String kubelet = Files.readString(run.resolve("logs/first.log")).strip();
        ProcessHandle companion = companion(kubelet);
        companion.destroyForcibly();
        companion.onExit().get(60, TimeUnit.SECONDS);

        assertThatThrownBy(() -> await(executor.start(launch("second", "sleep 600 & exec sleep 600"))))
                .hasCauseInstanceOf(IOException.class);

        assertThat(ProcessTree.withVariable("TRAINYARD_KUBELET", Set.of(kubelet)))
                .as("what still runs for this kubelet")
                .isEmpty();
        assertThat(run.resolve(OrphanedProcesses.FILE)).content().doesNotContain("second");
    }
}
