package io.trainyard.testcluster.programs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ProgramFoldersTest {

    private static final Path HOME = Path.of("/home/somebody");

    @TempDir
    private Path folder;

    @Test
    void theCacheLiesInTheUsersCacheFolderAndIsNamedAfterTheVersions() {
        assertThat(from(Map.of()).bin()).isEqualTo(HOME.resolve(".cache/trainyard/testcluster/abc/bin"));
        assertThat(from(Map.of("XDG_CACHE_HOME", "/elsewhere")).bin())
                .isEqualTo(Path.of("/elsewhere/trainyard/testcluster/abc/bin"));
    }

    @Test
    void anOwnVariableMovesTheWholeCache() {
        assertThat(from(Map.of("TRAINYARD_TESTCLUSTER_CACHE", "/mine", "XDG_CACHE_HOME", "/elsewhere"))
                        .bin())
                .isEqualTo(Path.of("/mine/abc/bin"));
    }

    @Test
    void theAssetsOfEnvtestComeBeforeTheCache() throws Exception {
        Path assets = folder.resolve("assets");
        FakePrograms.executable(assets.resolve("etcd"), "exit 0");
        FakePrograms.executable(folder.resolve("abc/bin/etcd"), "exit 0");
        FakePrograms.executable(folder.resolve("abc/bin/kube-scheduler"), "exit 0");

        ProgramFolders folders =
                from(Map.of("KUBEBUILDER_ASSETS", assets.toString(), "TRAINYARD_TESTCLUSTER_CACHE", folder.toString()));

        assertThat(folders.find(Program.ETCD)).contains(assets.resolve("etcd"));
        assertThat(folders.find(Program.SCHEDULER)).contains(folder.resolve("abc/bin/kube-scheduler"));
        assertThat(folders.find(Program.KWOK)).isEmpty();
    }

    @Test
    void aVariableThatIsSetToNothingCountsAsNotSet() {
        ProgramFolders folders = from(Map.of("KUBEBUILDER_ASSETS", "", "TRAINYARD_TESTCLUSTER_CACHE", " "));

        assertThat(folders.assets()).isEmpty();
        assertThat(folders.bin()).startsWithRaw(HOME);
    }

    private static ProgramFolders from(Map<String, String> environment) {
        return ProgramFolders.from(environment, HOME, "abc");
    }
}
