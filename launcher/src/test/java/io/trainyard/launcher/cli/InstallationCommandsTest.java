package io.trainyard.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.spi.Permission;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("The commands rbac and install-runtimes")
final class InstallationCommandsTest {
    private final RecordingServices services = new RecordingServices();

    @Test
    @DisplayName(
            "rules of plugins follow those of the controller, and plugins that need the same share a rule (OPS-50)")
    void rolesHoldWhatPluginsNeed() {
        Permission groups = Permission.toKeep("scheduling.example", "podgroups");
        services.permissions = Map.of("alpha", List.of(groups), "beta", List.of(groups));

        CommandRun run = CommandRun.of(services, "rbac", "--namespace", "elsewhere");

        assertThat(run.code()).isZero();
        assertThat(run.out())
                .contains("kind: ClusterRole\n", "resources: [jobsets]", "namespace: elsewhere")
                .containsPattern("# plugin (alpha, beta|beta, alpha)\n  - apiGroups: \\[scheduling.example]")
                .containsOnlyOnce("podgroups");
    }

    @Test
    @DisplayName("--plugin prints what one plugin needs beyond the rest, and its binding")
    void onePluginAlone() {
        services.permissions = Map.of("acme", List.of(Permission.toWatch("acme.example", "widgets")));

        CommandRun run = CommandRun.of(services, "rbac", "--plugin", "acme");

        assertThat(run.out())
                .contains(
                        "name: kubeflow-trainer-controller-manager-acme", "resources: [widgets]", "ClusterRoleBinding")
                .doesNotContain("jobsets");
    }

    @Test
    void aPluginThatAsksForNothingIsNamed() {
        CommandRun run = CommandRun.of(services, "rbac", "--plugin", "acme");

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("--plugin", "acme", "none");
    }

    @Test
    @DisplayName("HELM-23, HELM-24: runtimes are handed over with the label, and the report is printed")
    void runtimesAreInstalled(@TempDir Path folder) throws IOException {
        Path file = Files.copy(Path.of("../deploy/runtimes/torch-distributed.yaml"), folder.resolve("runtime.yaml"));

        CommandRun run = CommandRun.of(services, "install-runtimes", "--file", file.toString(), "--prune");

        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).isEqualTo("applied torch-distributed\ndeleted old\n");
        RuntimeInstaller.Request request = services.installed;
        assertThat(request).isNotNull();
        assertThat(request.runtimes())
                .extracting(runtime -> runtime.getMetadata().getName())
                .containsExactly("torch-distributed");
        assertThat(request.prune()).isTrue();
        assertThat(request.labels()).containsEntry("trainer.kubeflow.org/managed-by", "runtimes-installer");
    }

    @Test
    void anythingElseThanARuntimeForTheWholeClusterIsRefused() {
        CommandRun run = CommandRun.of(services, "install-runtimes", "--file", "../examples/plain.yaml");

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("--file", "only ClusterTrainingRuntimes");
    }

    @Test
    @DisplayName("an installation without runtimes is an empty file, which takes away those of before")
    void nothingIsAnInstallationToo(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("empty.yaml"), "# nothing\n");

        assertThat(CommandRun.of(services, "install-runtimes", "--file", file.toString(), "--prune")
                        .code())
                .isZero();
    }
}
