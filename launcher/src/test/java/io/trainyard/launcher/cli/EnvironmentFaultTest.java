package io.trainyard.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.cli.process.EnvironmentFault;
import io.trainyard.local.kubelet.process.StartException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What the machine lacks or forbids is told in a sentence, with exit code 2 (LOCAL-138). */
final class EnvironmentFaultTest {
    private static String told(Throwable failure) {
        CommandException told = EnvironmentFault.of(failure).orElseThrow();
        assertThat(told.exitCode()).isEqualTo(2);
        return String.valueOf(told.getMessage());
    }

    @Test
    @DisplayName("a missing engine, a folder of somebody else and a read-only disk are named, however deep they lie")
    void theCauseIsNamed() {
        assertThat(told(new ExecutionException(new StartException("there is no program docker on the PATH"))))
                .isEqualTo("there is no program docker on the PATH");
        assertThat(told(new UncheckedIOException("cannot make /data/x", new AccessDeniedException("/data/x"))))
                .isEqualTo("cannot make /data/x: you have no permission");
        assertThat(told(new IllegalStateException(new FileSystemException("/tmp/k", null, "Read-only file system"))))
                .isEqualTo("/tmp/k: Read-only file system");
        assertThat(told(new UncheckedIOException("cannot write /d/log", new IOException("No space left on device"))))
                .isEqualTo("cannot write /d/log: no space is left on the disk");
    }

    @Test
    @DisplayName("a full disk is no fault of Trainyard, whether or not the system says which file it was (LOCAL-232)")
    void aFullDisk() {
        IOException full = new IOException("No space left on device");
        assertThat(told(full)).isEqualTo("no space is left on the disk");
        assertThat(told(new IllegalStateException(new UncheckedIOException(full))))
                .isEqualTo("no space is left on the disk");
        assertThat(told(new FileSystemException("/d/runs/x", null, "No space left on device")))
                .isEqualTo("the disk of /d/runs is full");
    }

    @Test
    @DisplayName("a fault of ours stays one")
    void faultsOfOursStay() {
        assertThat(List.of(
                        new NullPointerException(),
                        new IllegalStateException("cannot start"),
                        new IOException("connection reset")))
                .allSatisfy(fault -> assertThat(EnvironmentFault.of(fault)).isEmpty());
    }
}
