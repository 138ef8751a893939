package io.trainyard.testcluster.setup;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.testcluster.programs.Manifests;
import io.trainyard.testcluster.programs.Program;
import io.trainyard.testcluster.programs.Programs;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class CommandLinesTest {

    private static final Pattern ADDRESS = Pattern.compile("\\d+\\.\\d+\\.\\d+\\.\\d+(?!\\d*/)");

    private final PortPlan ports =
            new PortPlan(21001, 21002, 21003, 21004, 21005, 21006, 21007, 21008, 21009, 21010, 21011, 21012, 21013);
    private final CommandLines commands = new CommandLines(
            new Programs(
                    Arrays.stream(Program.values())
                            .collect(Collectors.toMap(Function.identity(), each -> Path.of("/bin", each.fileName()))),
                    new Manifests(Path.of("/manifests"))),
            new RunFolder(Path.of("/run-folder")),
            ports,
            new ServingCertificate(Path.of("/pki/tls.crt"), Path.of("/pki/tls.key"), "certificate"),
            new SigningKey(Path.of("/pki/private"), Path.of("/pki/public")));

    @Test
    @DisplayName("RC-5: everything listens on loopback only")
    void noCommandNamesAnAddressButLoopback() {
        assertThat(all().flatMap(List::stream)
                        .flatMap(word -> ADDRESS.matcher(word).results())
                        .map(result -> result.group()))
                .isNotEmpty()
                .allMatch("127.0.0.1"::equals);
    }

    @Test
    @DisplayName("RC-2: etcd does not wait for the disk")
    void etcdDoesNotSync() {
        assertThat(commands.etcd()).contains("/bin/etcd", "--unsafe-no-fsync");
    }

    @Test
    @DisplayName("RC-2: the service account plug-in is off unless it is the subject")
    void serviceAccountsAreAChoice() {
        assertThat(commands.apiServer(false, false)).contains("--disable-admission-plugins=ServiceAccount");
        assertThat(commands.apiServer(false, true)).noneMatch(word -> word.startsWith("--disable-admission-plugins"));
    }

    @Test
    void auditingIsAChoice() {
        assertThat(commands.apiServer(true, false)).contains("--audit-log-mode=blocking");
        assertThat(commands.apiServer(false, false)).noneMatch(word -> word.startsWith("--audit"));
    }

    @Test
    @DisplayName("RC-2: nodes that ask the API server for a certificate get the one that everything trusts")
    void nodesKnowTheApiServer() {
        assertThat(commands.apiServer(false, false))
                .contains("--kubelet-client-certificate=/pki/tls.crt", "--kubelet-client-key=/pki/tls.key");
    }

    private Stream<List<String>> all() {
        return Stream.of(
                commands.etcd(),
                commands.apiServer(true, true),
                commands.controllerManager(),
                commands.scheduler(),
                commands.coschedulingScheduler(),
                commands.jobSet(),
                commands.kwok(),
                commands.kueue(),
                commands.kubeflowTrainer(),
                JobSetObjects.configuration(ports, commands.serving(), true)
                        .lines()
                        .toList(),
                KueueObjects.configuration(ports, Path.of("/certificates"))
                        .lines()
                        .toList(),
                KubeflowTrainerObjects.configuration(ports, "").lines().toList());
    }
}
