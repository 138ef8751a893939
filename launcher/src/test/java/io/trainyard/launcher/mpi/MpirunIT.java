package io.trainyard.launcher.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Real {@code mpirun}s on several hosts of this machine, with nothing but what the controller made: the keys of the Secret as they are mounted, the
 * hostfile, and the environment of the launcher (E2E-11 to E2E-16). Skipped with a reason where something is missing, unless {@code
 * -Dmpi.required=true}.
 */
final class MpirunIT {
    private static final Pattern RANK = Pattern.compile("rank=(\\d+) size=(\\d+) sum=(\\d+) host=(\\S+) ssh=(yes|no)");
    private static final String ACCEPTED = "Accepted publickey";
    private static final String REFUSED = "Connection closed by authenticating user";
    private static final int TIMEOUT = 120;
    private static final int ENOUGH_TO_BE_REFUSED = 15;

    @TempDir
    Path folder;

    @ParameterizedTest(name = "{0}, launcher is a node: {1}")
    @CsvSource({
        "OpenMPI, false", "OpenMPI, true",
        "MPICH, false", "MPICH, true",
        "Intel, false", "Intel, true"
    })
    @DisplayName("two hosts with two ranks each add up their numbers (E2E-13)")
    void twoHosts(String implementation, boolean launcherAsNode) throws Exception {
        InstalledMpi mpi = InstalledMpi.of(implementation);
        mpi.require();
        CompiledMpiJob job = compile(mpi, 2, launcherAsNode);
        prepare(mpi, job);

        Run run = run();

        System.out.println("mpirun of " + implementation + " (" + mpi.version() + "), launcher is a node: "
                + launcherAsNode + "\n" + run.output().strip().indent(2));
        List<String> nodes = launcherAsNode ? List.of("pi-node-0-0") : List.of("pi-node-0-0", "pi-node-0-1");
        Map<String, Integer> expected = new HashMap<>();
        nodes.forEach(node -> expected.put(node, 2));
        if (launcherAsNode) {
            expected.put("pi-launcher-0-0", 2);
        }
        assertThat(run.exitCode()).as(run.everything()).isZero();
        assertThat(run.ranks()).as(run.everything()).hasSize(4).allSatisfy(rank -> {
            assertThat(rank.size()).isEqualTo(4);
            assertThat(rank.sum()).isEqualTo(0 + 1 + 2 + 3);
            assertThat(rank.remote()).isEqualTo(!rank.host().equals("pi-launcher-0-0"));
        });
        assertThat(run.ranks().stream().collect(Collectors.toMap(Rank::host, rank -> 1, Integer::sum)))
                .isEqualTo(expected);
        assertThat(run.hostOfRankZero()).contains(launcherAsNode ? "pi-launcher-0-0" : "pi-node-0-0");
        for (String node : nodes) {
            assertThat(run.log(node)).as("log of sshd on %s", node).containsOnlyOnce(ACCEPTED);
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"OpenMPI", "MPICH", "Intel"})
    @DisplayName("one node that is the launcher needs no other pod (MPI-23)")
    void oneHost(String implementation) throws Exception {
        InstalledMpi mpi = InstalledMpi.of(implementation);
        mpi.require();
        CompiledMpiJob job = compile(mpi, 1, true);
        prepare(mpi, job);

        Run run = run();

        assertThat(run.exitCode()).as(run.everything()).isZero();
        assertThat(run.ranks()).as(run.everything()).hasSize(2).allSatisfy(rank -> assertThat(rank.host())
                .isEqualTo("pi-launcher-0-0"));
    }

    @Test
    @DisplayName("a launcher with a hostfile of its own reaches workers that mount the keys themselves (MPI-VAL-05)")
    void ownHostsAndMounts() throws Exception {
        InstalledMpi mpi = InstalledMpi.of("OpenMPI");
        mpi.require();
        String volume =
                """
                volumes: [{name: mpi-ssh-auth, secret: {secretName: pi-mpi-ssh-auth, defaultMode: 420, items: [
                  {key: ssh-privatekey, path: id_rsa}, {key: ssh-publickey, path: id_rsa.pub}, {key: ssh-publickey, path: authorized_keys}]}}]""";
        String container =
                "name: bench, image: mpi, volumeMounts: [{name: mpi-ssh-auth, mountPath: /home/mpiuser/.ssh}], env: ["
                        + environment(mpi) + "]";
        CompiledMpiJob job = CompiledMpiJob.of(
                "pi",
                "{runtimeRef: {name: mpi}}",
                """
                {mlPolicy: {mpi: {sshAuthMountPath: /home/mpiuser/.ssh, runLauncherAsNode: false}},
                 template: {spec: {replicatedJobs: [
                  {name: launcher, template: {spec: {template: {spec: {%s, containers: [{%s, command: [sh, -c,
                    "echo pi-worker-0-0.pi slots=2 > /tmp/hosts; echo pi-worker-1-0.pi slots=2 >> /tmp/hosts;
                     exec %s --mca orte_keep_fqdn_hostnames 1 --hostfile /tmp/hosts /run/mpi/program"]}]}}}}},
                  {name: worker, replicas: 2, template: {spec: {template: {spec: {%s, containers: [{%s,
                    command: [/usr/sbin/sshd, -De, -f, /home/mpiuser/.sshd_config]}]}}}}}]}}}"""
                        .formatted(volume, container, mpi.mpirun(), volume, container));
        prepare(mpi, job);

        Run run = run();

        assertThat(run.exitCode()).as(run.everything()).isZero();
        assertThat(run.ranks().stream().collect(Collectors.toMap(Rank::host, rank -> 1, Integer::sum)))
                .as(run.everything())
                .isEqualTo(Map.of("pi-worker-0-0", 2, "pi-worker-1-0", 2));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"OpenMPI", "MPICH", "Intel"})
    @DisplayName("nobody gets in with other keys than those of the Secret (E2E-08)")
    void otherKeys(String implementation) throws Exception {
        InstalledMpi mpi = InstalledMpi.of(implementation);
        mpi.require();
        CompiledMpiJob job = compile(mpi, 2, false);
        prepare(mpi, job);
        PodFolders.exchangeKeyOfLauncher(folder, "pi", job);

        // Hydra waits for ever where it could fail (E2E-16).
        Run run = run(ENOUGH_TO_BE_REFUSED);

        assertThat(run.exitCode()).as(run.everything()).isNotZero();
        assertThat(run.ranks()).isEmpty();
        // Open MPI gives up at the first refusal and may not even try the other node.
        assertThat(run.log("pi-node-0-0") + run.log("pi-node-0-1"))
                .contains(REFUSED)
                .doesNotContain(ACCEPTED);
    }

    private static CompiledMpiJob compile(InstalledMpi mpi, int nodes, boolean launcherAsNode) {
        String variables = environment(mpi);
        String pod =
                """
                {securityContext: {fsGroup: 1000}, containers: [{name: node, image: mpi, securityContext: {runAsUser: 1000}}]}""";
        return CompiledMpiJob.of(
                "pi",
                """
                {runtimeRef: {name: mpi}, trainer: {numNodes: %d, numProcPerNode: 2, command: [%s, /run/mpi/program], env: [%s]}}"""
                        .formatted(nodes, mpi.mpirun(), variables),
                """
                {mlPolicy: {mpi: {mpiImplementation: %s, sshAuthMountPath: /home/mpiuser/.ssh, runLauncherAsNode: %s}},
                 template: {spec: {replicatedJobs: [
                  {name: node, template: {spec: {template: {spec: %s}}}},
                  {name: launcher, template: {metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}},
                    spec: {template: {spec: %s}}}}]}}}"""
                        .formatted(mpi.implementation(), launcherAsNode, pod, pod));
    }

    private static String environment(InstalledMpi mpi) {
        return mpi.variables().entrySet().stream()
                .map(variable -> "{name: " + variable.getKey() + ", value: \"" + variable.getValue() + "\"}")
                .collect(Collectors.joining(", "));
    }

    private void prepare(InstalledMpi mpi, CompiledMpiJob job) throws Exception {
        PodFolders.write(folder, "pi", job);
        copy("pods.sh");
        copy("allreduce.c");
        if (!mpi.folder().isEmpty()) {
            Files.writeString(folder.resolve("mpi"), mpi.folder());
        }
        ProcessBuilder compiler = new ProcessBuilder(
                        mpi.compiler(),
                        "-o",
                        folder.resolve("program").toString(),
                        folder.resolve("allreduce.c").toString())
                .redirectErrorStream(true);
        if (!mpi.folder().isEmpty()) {
            compiler.environment().put("I_MPI_ROOT", mpi.folder());
        }
        Process compiling = compiler.start();
        String said = new String(compiling.getInputStream().readAllBytes());
        assertThat(compiling.waitFor()).as(said).isZero();
    }

    private void copy(String resource) throws IOException {
        try (InputStream stream = MpirunIT.class.getResourceAsStream("/mpi/" + resource)) {
            Files.copy(Objects.requireNonNull(stream), folder.resolve(resource), StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private Run run() throws Exception {
        return run(TIMEOUT);
    }

    private Run run(int seconds) throws Exception {
        Path script = folder.resolve("script.log");
        Process process = new ProcessBuilder(
                        "timeout",
                        "-k",
                        "5",
                        String.valueOf(seconds + 10),
                        "bash",
                        folder.resolve("pods.sh").toString(),
                        folder.toString(),
                        String.valueOf(seconds))
                .redirectErrorStream(true)
                .redirectOutput(script.toFile())
                .start();
        assertThat(process.waitFor(seconds + 30L, TimeUnit.SECONDS)).isTrue();
        return new Run(folder, process.exitValue());
    }

    private record Rank(int number, int size, int sum, String host, boolean remote) {}

    private record Run(Path folder, int exitCode) {
        String output() throws IOException {
            return log("pi-launcher-0-0");
        }

        String log(String pod) throws IOException {
            Path log = folder.resolve("log").resolve(pod);
            return Files.exists(log) ? Files.readString(log) : "";
        }

        String everything() throws IOException {
            StringBuilder all = new StringBuilder("exit code " + exitCode + "\n");
            all.append(Files.readString(folder.resolve("script.log")));
            try (var logs = Files.list(folder.resolve("log"))) {
                for (Path log : logs.sorted().toList()) {
                    all.append("--- ").append(log.getFileName()).append('\n').append(Files.readString(log));
                }
            }
            return all.toString();
        }

        List<Rank> ranks() throws IOException {
            List<Rank> ranks = new ArrayList<>();
            Matcher line = RANK.matcher(output());
            while (line.find()) {
                ranks.add(new Rank(
                        Integer.parseInt(line.group(1)),
                        Integer.parseInt(line.group(2)),
                        Integer.parseInt(line.group(3)),
                        line.group(4),
                        line.group(5).equals("yes")));
            }
            return ranks;
        }

        Optional<String> hostOfRankZero() throws IOException {
            return ranks().stream()
                    .filter(rank -> rank.number() == 0)
                    .map(Rank::host)
                    .findFirst();
        }
    }
}
