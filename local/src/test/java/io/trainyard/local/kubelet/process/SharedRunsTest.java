package io.trainyard.local.kubelet.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.tree.Tree;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** LOCAL-105: what another machine has noted down in a folder that both see is its own affair. */
final class SharedRunsTest {
    @TempDir
    private Path runs;

    private Path record(HostIdentity host) throws Exception {
        return record("r1", host);
    }

    private Path record(String name, HostIdentity host) throws Exception {
        Path run = Files.createDirectories(runs.resolve(name));
        return Files.write(
                run.resolve(OrphanedProcesses.FILE),
                Json.bytes(Tree.of("host", host.tree(), "kubelet", Tree.of("pid", 1L << 40), "containers", List.of())));
    }

    @Test
    void theRecordOfAnotherMachineStays() throws Exception {
        Path file = record(new HostIdentity("other-machine", "m", "b"));

        assertThat(OrphanedProcesses.endAllBelow(runs)).isEmpty();
        assertThat(file).exists();
    }

    @Test
    void theRecordOfADeadKubeletHereGoes() throws Exception {
        Path file = record(HostIdentity.current());

        assertThat(OrphanedProcesses.endAllBelow(runs)).isEmpty();
        assertThat(file).doesNotExist();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    @DisplayName(
            "a kubelet that lives is not taken for dead because the clock was set since it wrote its record (LOCAL-82)")
    void theClockWasSet() throws Exception {
        Map<String, Object> kubelet =
                RecordedProcess.of(ProcessHandle.current(), "", "", "").tree();
        kubelet.put("start", Instant.EPOCH.toString());
        Process program = new ProcessBuilder("sleep", "60").start();
        try {
            Path file = Files.write(
                    record(HostIdentity.current()),
                    Json.bytes(Tree.of(
                            "host",
                            HostIdentity.current().tree(),
                            "kubelet",
                            kubelet,
                            "containers",
                            List.of(RecordedProcess.of(program.toHandle(), "n/p", "c", "m")
                                    .tree()))));

            assertThat(OrphanedProcesses.endAllBelow(runs)).isEmpty();
            assertThat(file).exists();
            assertThat(program.isAlive()).isTrue();
        } finally {
            program.destroyForcibly();
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    @DisplayName("nothing lives of a run from before a boot, whoever has its numbers now (LOCAL-105)")
    void theMachineWasBooted() throws Exception {
        HostIdentity here = HostIdentity.current();
        Process program = new ProcessBuilder("sleep", "60").start();
        try {
            Path file = Files.write(
                    record(here),
                    Json.bytes(Tree.of(
                            "host",
                            new HostIdentity(here.name(), here.machine(), "another").tree(),
                            "kubelet",
                            Tree.of("pid", 1L << 40),
                            "containers",
                            List.of(RecordedProcess.of(program.toHandle(), "n/p", "c", "m")
                                    .tree()))));

            assertThat(OrphanedProcesses.endAllBelow(runs)).isEmpty();
            assertThat(file).doesNotExist();
            assertThat(program.isAlive()).isTrue();
        } finally {
            program.destroyForcibly();
        }
    }

    @Test
    @DisplayName(
            "several runs that start at the same time look after what killed ones have left, and none of them fails (LOCAL-105)")
    void manyLookAtTheSameTime() throws Exception {
        for (int i = 0; i < 300; i++) {
            record("r" + i, HostIdentity.current());
        }
        ExecutorService starting = Executors.newFixedThreadPool(3);
        try {
            Callable<List<String>> look = () -> OrphanedProcesses.endAllBelow(runs);
            for (Future<List<String>> each : starting.invokeAll(List.of(look, look, look))) {
                assertThat(each.get()).isEmpty();
            }
        } finally {
            starting.shutdownNow();
        }
        assertThat(runs.resolve("r299").resolve(OrphanedProcesses.FILE)).doesNotExist();
    }
}
