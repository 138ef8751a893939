package io.trainyard.testcluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.trainyard.testcluster.process.ComponentFailedException;
import io.trainyard.testcluster.programs.Program;
import io.trainyard.testcluster.programs.ProgramFinder;
import io.trainyard.testcluster.programs.Programs;
import io.trainyard.testcluster.setup.RunFolder;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Annotated only so that it is skipped where there are no programs; it starts a cluster of its own. */
@RealCluster
final class FailedStartIT {

    @Test
    @DisplayName("RC-5: a start that fails half-way stops what it started, and keeps the logs")
    void aFailedStartNamesTheComponentAndLeavesNothingRunning(@TempDir Path folder) {
        Programs real = ProgramFinder.forThisUser(System.err::println).find(ClusterKind.FULL.programs());
        Map<Program, Path> paths = new EnumMap<>(real.paths());
        paths.put(Program.SCHEDULER, Path.of("/usr/bin/false"));
        Programs broken = new Programs(paths, real.manifests());
        RunFolder run = new RunFolder(folder.resolve("run")).create();

        assertThatExceptionOfType(ComponentFailedException.class)
                .isThrownBy(() -> TestCluster.start(Options.full(), broken, run))
                .withMessageContainingAll("kube-scheduler", "code 1", run.logs().toString());

        assertThat(ProcessHandle.allProcesses().filter(ProcessHandle::isAlive))
                .noneMatch(process -> process.info().commandLine().orElse("").contains(folder.toString()));
        assertThat(run.logs().resolve("kube-apiserver.log")).isNotEmptyFile();
        assertThat(run.etcdData()).doesNotExist();
    }
}
