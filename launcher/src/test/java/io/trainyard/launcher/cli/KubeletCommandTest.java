package io.trainyard.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.launcher.cli.kubelet.KubeletProcess;
import io.trainyard.local.kubelet.options.KubeletOptions;
import io.trainyard.local.kubelet.options.RegistrationOptions.Taint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class KubeletCommandTest {
    private final RecordingServices services = new RecordingServices();

    @TempDir
    private Path folder;

    private Path kubeconfig;

    @BeforeEach
    void makeFile() throws IOException {
        kubeconfig = Files.createFile(folder.resolve("config"));
    }

    private CommandRun run(String... further) {
        List<String> words = new ArrayList<>(List.of("kubelet", "--kubeconfig", kubeconfig.toString()));
        words.addAll(List.of(further));
        return CommandRun.of(services, words.toArray(String[]::new));
    }

    private KubeletOptions options() {
        return Optional.ofNullable(services.kubeletRequest).orElseThrow().options();
    }

    @Test
    void aNodeKeepsPodsAwayThatDoNotAskForIt() {
        assertThat(run("--node-name", "laptop").code()).isZero();

        assertThat(options().nodeName()).isEqualTo("laptop");
        assertThat(options().registration().taints())
                .containsExactly(new Taint("trainyard.dev/processes", "true", "NoSchedule"));
        assertThat(options().registration().removes()).isTrue();
        assertThat(options().limits().maxGrace()).isEqualTo(Duration.ofSeconds(30));
        assertThat(options().limits().failsFast()).as("a cluster is patient").isFalse();
    }

    @Test
    void flagsSayWhatTheNodeIsAndHowProgramsRun() {
        CommandRun run = run(
                "--node-name=n1",
                "--taint=gpu:NoExecute",
                "--label=zone=a",
                "--keep-node",
                "--set-env=A=1",
                "--mount=data=" + folder,
                "--gpus=0,1",
                "--share-gpus",
                "--grace=5s");

        assertThat(run.err()).isEmpty();
        assertThat(options().registration().taints()).containsExactly(new Taint("gpu", "", "NoExecute"));
        assertThat(options().registration().labels()).containsExactly(Map.entry("zone", "a"));
        assertThat(options().registration().removes()).isFalse();
        assertThat(options().programs().overrides()).containsExactly(Map.entry("A", "1"));
        assertThat(options().folders().bindings()).containsExactly(Map.entry("data", folder));
        assertThat(options().programs().gpus()).contains(List.of("0", "1"));
        assertThat(options().programs().sharesGpus()).isTrue();
        assertThat(options().limits().maxGrace()).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void programsStartInAFolderOfTheirPodUnlessAFolderIsNamed() {
        assertThat(run("--node-name=n1").code()).isZero();
        assertThat(options().folders().atWork()).contains(Map.of());

        assertThat(run("--node-name=n1", "--workdir=" + folder).code()).isZero();
        assertThat(options().folders().atWork()).isNotEqualTo(Optional.of(Map.of()));
        assertThat(options().folders().work()).isEqualTo(folder);
    }

    @ParameterizedTest
    @ValueSource(strings = {"docker", "podman"})
    void containersSeeOnlyAFolderThatIsNamedAndHoldsNoState(String executor) throws IOException {
        assertThat(run("--node-name=n1", "--executor=" + executor)).satisfies(run -> {
            assertThat(run.code()).isEqualTo(2);
            assertThat(run.err()).contains("--executor " + executor + ": needs --workdir FOLDER");
        });
        Path work = Files.createDirectory(folder.resolve("work"));
        Path link = Files.createSymbolicLink(folder.resolve("link"), work);
        assertThat(run("--node-name=n1", "--executor=" + executor, "--workdir=" + work, "--state=" + link.resolve("s")))
                .satisfies(run -> {
                    assertThat(run.code()).isEqualTo(2);
                    assertThat(run.err()).contains("--workdir: ", "holds the state folder");
                });

        assertThat(run(
                                "--node-name=n1",
                                "--executor=" + executor,
                                "--workdir=" + work,
                                "--state=" + folder.resolve("s"))
                        .code())
                .isZero();
    }

    @Test
    void logsAreServedOnlyWhereAskedForAndNotToStrangers() {
        assertThat(run("--node-name=n1").code()).isZero();
        assertThat(logs()).isEmpty();

        assertThat(run("--node-name=n1", "--logs-address=127.0.0.1").code()).isZero();
        assertThat(logs()).contains(new KubeletProcess.LogAddress("127.0.0.1", 0, Optional.empty()));

        assertThat(run("--node-name=n1", "--logs-address=10.1.2.3:10250", "--logs-client-ca=" + kubeconfig)
                        .code())
                .isZero();
        assertThat(logs()).contains(new KubeletProcess.LogAddress("10.1.2.3", 10250, Optional.of(kubeconfig)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    --logs-address=localhost        | --logs-address: must be IP or IP:PORT, not "localhost"
                    --logs-address=127.0.0.1:70000  | --logs-address: a port is at most 65535, not 70000
                    --logs-address=1.2.3.4.5        | --logs-address: "1.2.3.4.5" is no IP address
                    --logs-address=0.0.0.0          | must be the one address at which the API server reaches this machine
                    --logs-address=10.1.2.3         | can be reached from other machines, so --logs-client-ca must say
                    --logs-client-ca=pom.xml        | --logs-client-ca: has no effect without --logs-address
                    """)
    void mistakesAboutLogsNameTheFlag(String flag, String message) {
        CommandRun run = run("--node-name=n1", flag);

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains(message);
    }

    private Optional<KubeletProcess.LogAddress> logs() {
        return Optional.ofNullable(services.kubeletRequest).orElseThrow().logs();
    }

    @Test
    void mistakesNameTheFlag() {
        assertThat(CommandRun.of(services, "kubelet")).satisfies(run -> {
            assertThat(run.code()).isEqualTo(2);
            assertThat(run.err()).contains("--kubeconfig");
        });
        assertThat(run("--taint=x=y").err()).contains("--taint: must be KEY=VALUE:EFFECT");
        assertThat(run("--node-name=My_Laptop").err()).contains("--node-name: must consist of lower-case letters");
        assertThat(run("--executor=vm").err())
                .contains("--executor", "expected one of [process, docker, podman]", "vm");
        assertThat(run("--mount=data=/no/such/folder").err()).contains("--mount data: /no/such/folder is not a folder");
        assertThat(CommandRun.of(services, "kubelet", "--kubeconfig", "/no/such/file"))
                .satisfies(run -> assertThat(run.code()).isEqualTo(2))
                .satisfies(run -> assertThat(run.err()).contains("--kubeconfig: /no/such/file is not a file"));
    }
}
