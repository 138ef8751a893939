package io.trainyard.launcher.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("What programs left where users look in vain (LOCAL-286)")
final class LeftFilesTest {
    @TempDir
    private Path pods;

    private void leaves(String file) throws IOException {
        Path path = pods.resolve(file);
        Files.createDirectories(path.resolveSibling(""));
        Files.writeString(path, "weights");
    }

    @Test
    @DisplayName("results in /tmp and /workspace are named with the folder that they are in")
    void resultsAreNamed() throws IOException {
        leaves("m-node-0-0-a/tmp/node/model.pt");
        leaves("m-node-0-0-a/tmp/node/out/last/log.txt");
        leaves("m-node-0-1-b/tmp/node/model.pt");
        leaves("m-node-0-0-a/workspace/node/result.json");

        assertThat(new LeftFiles(pods).lines(path -> pods.relativize(path).toString()))
                .containsExactly(
                        "model.pt, out in /tmp, which each program has for itself, are now in m-node-0-0-a/tmp/node"
                                + " (and what 1 more left there beside it)",
                        "result.json in /workspace, which each program has for itself, is now in m-node-0-0-a/workspace/node");
    }

    @Test
    @DisplayName("what libraries leave for themselves, and empty folders, are no results")
    void whatLibrariesLeave() throws IOException {
        leaves("m-node-0-0-a/tmp/node/tmpab12cd_9/x");
        leaves("m-node-0-0-a/tmp/node/torchelastic_x/none/0/error.json");
        leaves("m-node-0-0-a/tmp/node/pymp-x/listener");
        Files.createDirectories(pods.resolve("m-node-0-0-a/tmp/node/home/project"));

        assertThat(new LeftFiles(pods).lines(Path::toString)).isEmpty();
        assertThat(new LeftFiles(pods.resolve("none")).lines(Path::toString)).isEmpty();
    }
}
