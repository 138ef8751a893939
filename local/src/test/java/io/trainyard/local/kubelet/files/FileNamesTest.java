package io.trainyard.local.kubelet.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** LOCAL-101: names become names of files, never paths. */
final class FileNamesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {"", ".", "..", "../x", "../../..", "/etc/passwd", "a/b", "a\\b", "a\0b", "x/../../y", "../"})
    void aNameThatIsNoFileStaysInItsFolder(String name) {
        Path folder = Path.of("/state/pods");

        assertThat(FileNames.isFileName(name)).isFalse();
        assertThat(FileNames.resolve(folder, name).normalize().getParent()).isEqualTo(folder);
    }

    @ParameterizedTest
    @ValueSource(strings = {"main", "mnist-node-0-0-x1", "a.b", "..data", "tls.crt"})
    void whatKubernetesAllowsStaysAsItIs(String name) {
        assertThat(FileNames.isFileName(name)).isTrue();
        assertThat(FileNames.resolve(Path.of("/x"), name)).isEqualTo(Path.of("/x", name));
    }
}
