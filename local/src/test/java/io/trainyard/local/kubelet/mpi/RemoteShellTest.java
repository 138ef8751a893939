package io.trainyard.local.kubelet.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("The program that stands in for ssh (LOCAL-75)")
final class RemoteShellTest {
    @TempDir
    private Path folder;

    @DisplayName("runs commands in the folder of a pod and with its variables, whatever these are called")
    @ParameterizedTest
    @ValueSource(strings = {"work", "my work", "$HOME", "it's \"so\"", "a\\b`c`"})
    void folderOfAPod(String name) throws Exception {
        Path work = Files.createDirectory(folder.resolve(name)).toRealPath();
        RemoteShell shell = RemoteShell.of(folder);
        shell.install("launcher");
        ProcessBuilder node = new ProcessBuilder(shell.waitingNode("node-0")).directory(work.toFile());
        node.environment().put("A", name + "\nb");
        Process waiting = node.start();
        try {
            ProcessBuilder command =
                    new ProcessBuilder(shell.program().toString(), "-x", "node-0.jobs", "pwd -P; printf '%s' \"$A\"");
            Process seen = command.redirectErrorStream(true).start();

            assertThat(new String(seen.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo(work + "\n" + name + "\nb");
        } finally {
            waiting.descendants().forEach(ProcessHandle::destroyForcibly);
            waiting.destroyForcibly();
        }
    }
}
