package io.trainyard.local.kubelet.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.tree.Tree;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** LOCAL-105: what another machine has noted down in a folder that both see is its own affair. */
final class SharedRunsTest {
    @TempDir
    private Path runs;

    private Path record(HostIdentity host) throws Exception {
        Path run = Files.createDirectories(runs.resolve("r1"));
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
}
