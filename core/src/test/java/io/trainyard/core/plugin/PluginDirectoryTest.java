package io.trainyard.core.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trainyard.core.plugin.PluginDirectory.Contents;
import io.trainyard.core.plugin.PluginDirectory.Ignored;
import io.trainyard.core.plugin.PluginDirectory.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PluginDirectoryTest {
    @TempDir
    Path directory;

    @Test
    void foldersAndJarsAreReadInSortedOrder() throws IOException {
        touch("volcano.jar");
        touch("mpi/b.jar");
        touch("mpi/a.jar");
        touch("Torch/torch.jar");

        assertThat(PluginDirectory.read(directory).sources())
                .containsExactly(
                        new Source("Torch", path("Torch"), List.of(path("Torch/torch.jar"))),
                        new Source("mpi", path("mpi"), List.of(path("mpi/a.jar"), path("mpi/b.jar"))),
                        new Source("volcano", path("volcano.jar"), List.of(path("volcano.jar"))));
    }

    @Test
    void everythingElseIsIgnoredAndSaidSo() throws IOException {
        touch(".hidden.jar");
        touch(".git/x.jar");
        touch("README.md");
        touch("empty/notes.txt");

        Contents contents = PluginDirectory.read(directory);

        assertThat(contents.sources()).isEmpty();
        assertThat(contents.ignored())
                .containsExactly(
                        new Ignored(path(".git"), "hidden"),
                        new Ignored(path(".hidden.jar"), "hidden"),
                        new Ignored(path("README.md"), "neither a folder nor a jar"),
                        new Ignored(path("empty/notes.txt"), "not a jar"),
                        new Ignored(path("empty"), "a folder without jars"));
    }

    @Test
    void aMissingFolderHoldsNothing() {
        assertThat(PluginDirectory.read(path("nowhere"))).isEqualTo(Contents.EMPTY);
    }

    @Test
    void aFileInsteadOfAFolderIsAMistake() throws IOException {
        touch("file");
        assertThatThrownBy(() -> PluginDirectory.read(path("file"))).hasMessageContaining("must name a folder");
    }

    private Path path(String name) {
        return directory.resolve(name);
    }

    private void touch(String name) throws IOException {
        Files.createDirectories(path(name).getParent());
        Files.createFile(path(name));
    }
}
