package io.trainyard.launcher.run.folder;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.local.kubelet.logs.PodFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Logs that somebody else writes at this moment (LOCAL-95, LOCAL-143)")
final class LogFilesTest {
    @TempDir
    private Path pods;

    @Test
    @DisplayName("logs are listed and read while containers are started again, whose logs get other names")
    void containersAreStartedAgain() throws Exception {
        PodFolder pod = new PodFolder(pods.resolve("mnist-node-0-0-abcde"));
        pod.beginRun("node", 0);
        FollowedFile followed = new FollowedFile(pod.log("node"));
        ExecutorService kubelet = Executors.newSingleThreadExecutor();
        try {
            Future<Void> starting = kubelet.submit(() -> {
                for (int restarts = 1; restarts < 300; restarts++) {
                    Files.writeString(pod.log("node"), "line\n");
                    // The same number each time, so that there are few files to look at.
                    pod.beginRun("node", 1);
                }
                return null;
            });
            while (!starting.isDone()) {
                for (LogFiles.LogFile log : new LogFiles(pods).list()) {
                    assertThat(TextFiles.lastLines(log.path(), 9)).isSubsetOf("line");
                }
                assertThat(followed.more()).isSubsetOf("line");
            }
            starting.get();
        } finally {
            kubelet.shutdownNow();
        }
    }

    @Test
    @DisplayName("a log that is cut because it has become too large is read on from its new beginning")
    void aLogIsCut() throws Exception {
        Path log = Files.writeString(pods.resolve("node.log"), "");
        FollowedFile followed = new FollowedFile(log);
        ExecutorService kubelet = Executors.newSingleThreadExecutor();
        try {
            Future<Void> cutting = kubelet.submit(() -> {
                for (int i = 0; i < 300; i++) {
                    Files.writeString(log, "line\n".repeat(10_000));
                    Files.writeString(log, "");
                }
                return null;
            });
            while (!cutting.isDone()) {
                List<String> lines = new ArrayList<>(TextFiles.lastLines(log, 9));
                lines.addAll(followed.more());
                assertThat(lines).allMatch(line -> "line".contains(line));
            }
            cutting.get();
        } finally {
            kubelet.shutdownNow();
        }
    }

    @Test
    @DisplayName("a line that is too long to be one is cut between characters; what is no text is cut anywhere")
    void longLines() throws Exception {
        String line = "梯度".repeat(50_000);
        Path log = Files.writeString(pods.resolve("node.log"), line + "\n");
        List<String> lines = new ArrayList<>();

        new FollowedFile(log).read(true, lines::add);

        assertThat(lines).hasSizeGreaterThan(1);
        assertThat(String.join("", lines)).isEqualTo(line);

        byte[] noText = new byte[200_000];
        Arrays.fill(noText, (byte) 0x80);
        Files.write(log, noText);
        lines.clear();
        new FollowedFile(log).read(true, lines::add);
        assertThat(String.join("", lines)).hasSize(noText.length);
    }

    @Test
    @DisplayName(
            "of a log that nobody writes any more all is given, however long it is, and a last line without an end, too")
    void theRestOfALog() throws Exception {
        Path log = Files.writeString(pods.resolve("node.log"), "a line of a log\n".repeat(200_000) + "Killed");
        List<String> lines = new ArrayList<>();

        new FollowedFile(log).read(true, lines::add);

        assertThat(lines).hasSize(200_001).endsWith("Killed");
    }
}
