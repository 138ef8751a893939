package io.trainyard.testcluster.programs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ProgramFinderTest {

    private static final Set<Program> ALL = EnumSet.allOf(Program.class);

    @TempDir
    private Path folder;

    private final List<String> progress = new ArrayList<>();

    @Test
    void withoutProgramsAndGoItSaysInOneLineWhatIsMissing() {
        assertThat(finder("").whatIsMissing(Set.of(Program.ETCD, Program.API_SERVER)))
                .hasValueSatisfying(line -> assertThat(line)
                        .contains("etcd", "kube-apiserver", "JobSet's manifests", "no Go on the PATH")
                        .contains(folder.resolve("cache").toString())
                        .doesNotContain("kwok", "\n"));
    }

    @Test
    void withGoNothingIsMissing() throws IOException {
        fakeGo();

        assertThat(finder(pathWithGo()).whatIsMissing(ALL)).isEmpty();
    }

    @Test
    void whatIsThereIsNotBuilt() throws IOException {
        fakeGo();
        Path assets = folder.resolve("assets");
        FakePrograms.executable(assets.resolve("etcd"), "exit 0");
        ProgramFinder finder = finder(pathWithGo(), Map.of("KUBEBUILDER_ASSETS", assets.toString()));

        assertThat(finder.find(Set.of(Program.ETCD)).path(Program.ETCD)).isEqualTo(assets.resolve("etcd"));
        assertThat(progress).isEmpty();
    }

    @Test
    void everyProgramIsBuiltOnceWithOneLineOfProgress() throws IOException {
        fakeGo();
        ProgramFinder finder = finder(pathWithGo());

        Programs programs = finder.find(ALL);
        finder.find(ALL);

        assertThat(programs.paths().keySet()).isEqualTo(ALL);
        assertThat(programs.paths().values())
                .allSatisfy(path -> assertThat(path).isExecutable());
        assertThat(programs.manifests().completeStage()).isEqualTo("of: kwok");
        assertThat(progress).hasSize(ALL.size()).allSatisfy(line -> assertThat(line)
                .doesNotContain("\n"));
        assertThat(calls()).filteredOn(call -> !call.startsWith("mod ")).hasSize(ALL.size());
    }

    @Test
    void twoThatNeedTheSameProgramsAtTheSameTimeBuildThemOnce() throws Exception {
        fakeGo();
        CompletableFuture<Programs> first =
                CompletableFuture.supplyAsync(() -> finder(pathWithGo()).find(ALL));
        CompletableFuture<Programs> second =
                CompletableFuture.supplyAsync(() -> finder(pathWithGo()).find(ALL));

        assertThat(first.get()).isEqualTo(second.get());
        assertThat(calls()).filteredOn(call -> !call.startsWith("mod ")).hasSize(ALL.size());
    }

    @Test
    void kubernetesProgramsAreToldTheirVersion() throws IOException {
        fakeGo();

        finder(pathWithGo()).find(Set.of(Program.SCHEDULER));

        assertThat(calls())
                .singleElement()
                .asString()
                .contains("gitVersion=v1.36.3", "gitMajor=1", "gitMinor=36", "k8s.io/kubernetes/cmd/kube-scheduler");
    }

    @Test
    void anAddOnIsBuiltInItsOwnModuleAndBringsItsManifests() throws IOException {
        fakeGo();

        Programs programs = finder(pathWithGo()).find(Set.of(Program.KUEUE));

        assertThat(calls()).anyMatch(call -> call.contains("download -json sigs.k8s.io/kueue@v0.19.2"));
        assertThat(calls())
                .filteredOn(call -> call.startsWith("build "))
                .singleElement()
                .satisfies(call ->
                        assertThat(call).contains("-mod=readonly", "-trimpath").endsWith("./cmd/kueue"));
        assertThat(programs.manifests().definitionsOf(Program.KUEUE)).isDirectoryContaining("glob:**_workloads.yaml");
        assertThat(programs.manifests().webHooksOf(Program.KUEUE)).isNotEmpty();
    }

    @Test
    void aFailedBuildSaysWhichProgramAndWhatGoSaid() throws IOException {
        FakePrograms.executable(folder.resolve("bin/go"), "echo no such host; exit 7");

        assertThatThrownBy(() -> finder(pathWithGo()).find(Set.of(Program.ETCD)))
                .isInstanceOf(BuildFailedException.class)
                .hasMessageContainingAll("etcd", "code 7", "no such host");
    }

    private void fakeGo() throws IOException {
        FakePrograms.go(folder.resolve("bin"), Files.createDirectories(folder.resolve("modules")));
    }

    private List<String> calls() throws IOException {
        return Files.readAllLines(folder.resolve("modules/calls"));
    }

    private String pathWithGo() {
        return folder.resolve("bin").toString();
    }

    private ProgramFinder finder(String path) {
        return finder(path, Map.of());
    }

    private ProgramFinder finder(String path, Map<String, String> variables) {
        Map<String, String> environment = new HashMap<>(variables);
        environment.put("PATH", path);
        environment.put("TRAINYARD_TESTCLUSTER_CACHE", folder.resolve("cache").toString());
        GoModule module = GoModule.fromClassPath();
        ProgramFolders folders = ProgramFolders.from(environment, folder, module.versionsHash());
        return new ProgramFinder(folders, module, progress::add);
    }
}
