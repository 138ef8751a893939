package io.trainyard.local.kubelet.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("The hosts file of a pod (LOCAL-69)")
final class HostsFileTest {
    private static final String LOCALHOST = "127.0.0.1\tlocalhost\n";

    @TempDir
    private Path folder;

    @Test
    @DisplayName("a name that was there and stays is found at any moment while pods come that add theirs")
    void aKnownNameIsAlwaysFound() throws Exception {
        Path file = folder.resolve("hosts");
        HostsFile.write(file, LOCALHOST);
        ExecutorService kubelet = Executors.newSingleThreadExecutor();
        try {
            Future<Void> writing = kubelet.submit(() -> {
                StringBuilder hosts = new StringBuilder(LOCALHOST);
                for (int pod = 0; pod < 500; pod++) {
                    hosts.append("127.77.0.2\tnode-").append(pod).append('\n');
                    HostsFile.write(file, hosts.toString());
                }
                return null;
            });
            while (!writing.isDone()) {
                assertThat(Files.readString(file)).startsWith(LOCALHOST);
            }
            writing.get();
        } finally {
            kubelet.shutdownNow();
        }
        assertThat(file).content().endsWith("\tnode-499\n");
    }

    @Test
    @DisplayName("a name that is gone is found no more, and the file stays the same one")
    void aShorterText() throws Exception {
        Path file = folder.resolve("hosts");
        HostsFile.write(file, LOCALHOST + "127.77.0.2\tnode-0\n");
        Path sameFile = Files.createLink(folder.resolve("held"), file);
        HostsFile.write(file, LOCALHOST);

        assertThat(sameFile).hasContent(LOCALHOST);
    }
}
