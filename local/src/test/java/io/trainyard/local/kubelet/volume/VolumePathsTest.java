package io.trainyard.local.kubelet.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import io.trainyard.local.files.HomeFolder;
import io.trainyard.local.kubelet.Settings;
import io.trainyard.local.kubelet.environment.DownwardApi;
import io.trainyard.local.kubelet.environment.ReferencedData;
import io.trainyard.local.kubelet.options.ExecutorKind;
import io.trainyard.local.kubelet.options.FolderOptions;
import io.trainyard.local.kubelet.spec.PodSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** LOCAL-101, LOCAL-102: no volume leads out of the folders that are there for it. */
final class VolumePathsTest {
    @TempDir
    private Path folder;

    private List<VolumePlan> plan(String namespace, String volume, Map<String, Object> keys) {
        PodSpec pod = PodSpec.of(Tree.object(Yaml.parse(
                """
                metadata: {name: p, namespace: "%s", uid: u}
                spec:
                  containers: [{name: main, image: none}]
                  volumes: [%s]
                """
                        .formatted(namespace, volume))));
        ReferencedData sources = new ReferencedData(Map.of("c", Tree.of("data", keys)), Map.of(), Map.of());
        VolumeFolders folders = new VolumeFolders(
                folder.resolve("pods/p"),
                folder.resolve("pvc"),
                Map.of(),
                Map.of(),
                List.of(folder.resolve("work")),
                false);
        return new VolumePlanner(new DownwardApi(pod, "n", "127.0.0.1", "127.0.0.1", Map.of()), sources, folders)
                .plan();
    }

    @ParameterizedTest
    @ValueSource(strings = {"../../..", "..", ".", "/etc", "a/b", "other/../../x"})
    void aClaimThatIsAPathIsRefused(String claim) {
        assertThatThrownBy(() -> plan(
                        "team", "{name: v, persistentVolumeClaim: {claimName: \"%s\"}}".formatted(claim), Map.of()))
                .isInstanceOf(UnsupportedVolumeException.class)
                .hasMessageStartingWith("claimName \"" + claim + "\"");
    }

    @Test
    void aNamespaceThatIsAPathIsRefused() {
        assertThatThrownBy(() -> plan("..", "{name: v, persistentVolumeClaim: {claimName: data}}", Map.of()))
                .isInstanceOf(UnsupportedVolumeException.class)
                .hasMessageStartingWith("namespace \"..\"");
    }

    @Test
    void aVolumeWhoseNameIsAPathIsRefused() {
        assertThatThrownBy(() -> plan("team", "{name: ../../x, emptyDir: {}}", Map.of()))
                .isInstanceOf(UnsupportedVolumeException.class)
                .hasMessageStartingWith("volumes: the name \"../../x\"");
    }

    @Test
    void aKeyOfAConfigMapThatIsAPathIsRefused() {
        assertThatThrownBy(() -> plan("team", "{name: v, configMap: {name: c}}", Map.of("../../../.bashrc", "x")))
                .isInstanceOf(UnsupportedVolumeException.class)
                .hasMessageContaining("../../../.bashrc");
    }

    @Test
    void programsOfImagesSeeTheWorkFoldersOnly() {
        FolderOptions options = Settings.folders(folder.resolve("run"), folder.resolve("work"));

        assertThat(options.openTo(ExecutorKind.docker)).containsExactly(folder.resolve("work"));
        assertThat(options.openTo(ExecutorKind.podman)).containsExactly(folder.resolve("work"));
        assertThat(options.openTo(ExecutorKind.process)).contains(HomeFolder.of(System.getenv()));
        FolderOptions several = Settings.folders(
                folder.resolve("run"),
                folder.resolve("work"),
                Optional.of(Map.of("team/other", folder.resolve("other"))),
                true);
        assertThat(several.openTo(ExecutorKind.docker))
                .containsExactly(folder.resolve("work"), folder.resolve("other"));
        assertThat(several.openTo(ExecutorKind.process)).contains(folder.resolve("other"));
    }

    @Test
    void aLinkInTheWorkFolderDoesNotOpenAnother() throws Exception {
        Path work = Files.createDirectory(folder.resolve("work"));
        Files.createSymbolicLink(work.resolve("all"), Path.of("/"));
        List<VolumePlan> plans = plan("team", "{name: v, hostPath: {path: %s/all/etc}}".formatted(work), Map.of());

        assertThatThrownBy(() -> HostPaths.requireWithin(List.of(work), plans))
                .isInstanceOf(UnsupportedVolumeException.class)
                .hasMessageContaining("by a link");
    }
}
