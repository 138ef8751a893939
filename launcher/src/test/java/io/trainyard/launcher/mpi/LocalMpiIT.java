package io.trainyard.launcher.mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.trainyard.launcher.process.Distribution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** MPI jobs with {@code trainyard run}: real mpiruns, no sshd, no cluster (LOCAL-75). */
final class LocalMpiIT {
    private static final Path EXAMPLES =
            Path.of("..", "examples").toAbsolutePath().normalize();
    private static final String PYTHON = "/usr/bin/python3";
    private static final long SECONDS = 120;
    private static final Duration LIMIT = Duration.ofSeconds(SECONDS);

    @TempDir
    Path folder;

    private record Run(int code, String output) {}

    @ParameterizedTest(name = "--mpi {0}")
    @ValueSource(strings = {"collapse", "agent"})
    @DisplayName("the example's four ranks of two nodes add up their numbers and find pi")
    void theExample(String mode) throws Exception {
        require("mpirun with mpi4py", PYTHON, "-c", "import mpi4py.MPI");
        require("mpirun", "mpirun", "--version");

        Run run = run(EXAMPLES.resolve("mpi-pi.yaml"), "--mpi", mode, "--python", PYTHON);

        assertThat(run.code()).as(run.output()).isZero();
        assertThat(run.output())
                .contains("rank 0 of 4", "rank 3 of 4", "sum of ranks 6")
                .containsPattern("pi is about 3\\.1[34]")
                .contains("TrainJob mpi-pi: Complete");
    }

    @ParameterizedTest(name = "{0}, --mpi {1}, launcher is a node: {2}")
    @CsvSource({
        "MPICH, collapse, true",
        "MPICH, agent, true",
        "MPICH, agent, false",
        "Intel, collapse, true",
        "Intel, agent, true",
        "OpenMPI, agent, false"
    })
    @DisplayName(
            "every implementation starts four ranks, with the variables of the pod that they belong to, and sessions in folders of its own (LOCAL-122)")
    void everyImplementation(String implementation, String mode, boolean launcherAsNode) throws Exception {
        InstalledMpi mpi = InstalledMpi.of(implementation);
        String mpirun = mpi.folder().isEmpty() ? mpi.mpirun() : mpi.folder() + "/bin/mpiexec.hydra";
        require(mpirun, mpirun, "--version");
        String container = "{containers: [{name: node, image: mpi, command: [/usr/sbin/sshd, -De]}]}";
        Path file = Files.writeString(
                folder.resolve("job.yaml"),
                """
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: ClusterTrainingRuntime
                metadata: {name: here}
                spec:
                  mlPolicy: {mpi: {mpiImplementation: %s, runLauncherAsNode: %s, sshAuthMountPath: /home/mpiuser/.ssh}}
                  template:
                    spec:
                      successPolicy: {operator: All, targetReplicatedJobs: [launcher]}
                      replicatedJobs:
                        - {name: node, template: {spec: {template: {spec: %s}}}}
                        - name: launcher
                          dependsOn: [{name: node, status: Ready}]
                          template:
                            metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                            spec: {backoffLimit: 0, template: {spec: {restartPolicy: Never, containers: [{name: node, image: mpi}]}}}
                ---
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: TrainJob
                metadata: {name: ranks}
                spec:
                  runtimeRef: {name: here}
                  trainer:
                    numNodes: 2
                    numProcPerNode: 2
                    command: [%s, sh, -c, 'echo rank=$${PMI_RANK:-$$OMPI_COMM_WORLD_RANK} of=$${PMI_SIZE:-$$OMPI_COMM_WORLD_SIZE} in=$$HOSTNAME tmp=$$TMPDIR']
                    env: [{name: LD_LIBRARY_PATH, value: "%s"}, {name: FI_PROVIDER, value: tcp}, {name: I_MPI_ROOT, value: "%s"}]
                """
                        .formatted(
                                implementation,
                                launcherAsNode,
                                container,
                                mpirun,
                                mpi.folder() + "/lib",
                                mpi.folder()));

        Run run = run(file, "--mpi", mode);

        assertThat(run.code()).as(run.output()).isZero();
        for (int rank = 0; rank < 4; rank++) {
            assertThat(run.output()).contains("rank=" + rank + " of=4");
        }
        List<String> sessions = Pattern.compile(" tmp=(\\S+)")
                .matcher(run.output())
                .results()
                .map(found -> found.group(1))
                .distinct()
                .toList();
        assertThat(sessions).as("gone with their pods").isNotEmpty().allSatisfy(session -> assertThat(Path.of(session))
                .doesNotExist());
        if (mode.equals("agent") && implementation.equals("OpenMPI")) {
            // Hydra sends the launcher's variables along, HOSTNAME among them.
            assertThat(run.output()).contains("in=ranks-node-0-0", "in=ranks-node-0-1");
            assertThat(sessions).hasSize(2);
        }
    }

    @Test
    @DisplayName("a suspended job ends its ranks and keeps its keys; resumed, mpirun starts them all again (SSH-09)")
    void suspendedAndResumed() throws Exception {
        require("mpirun", "mpirun", "--version");
        Path go = folder.resolve("go");
        Path file = Files.writeString(
                folder.resolve("job.yaml"),
                """
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: TrainJob
                metadata: {name: pause}
                spec:
                  runtimeRef: {name: mpi-distributed}
                  trainer:
                    numNodes: 2
                    numProcPerNode: 2
                    command: [mpirun, sh, -c, 'echo rank=$$OMPI_COMM_WORLD_RANK is here; until [ -e %s ]; do sleep 0.2; done; echo rank=$$OMPI_COMM_WORLD_RANK is done']
                """
                        .formatted(go));
        Path output = folder.resolve("output");
        Process process = start(output, file, "--mpi", "agent");
        try {
            await("four ranks").atMost(LIMIT).until(() -> countOf("is here", output) == 4);
            try (KubernetesClient client = new KubernetesClientBuilder()
                    .withConfig(Config.fromKubeconfig(
                            folder.resolve(".trainyard/latest/kubeconfig").toFile()))
                    .build()) {
                Secret before = keys(client);

                suspend(client, true);
                await("no pods").atMost(LIMIT).until(() -> pods(client).isEmpty());
                assertThat(keys(client)).isEqualTo(before);

                Files.writeString(go, "");
                suspend(client, false);
                assertThat(process.waitFor(SECONDS, TimeUnit.SECONDS))
                        .as("ended: %s", Files.readString(output))
                        .isTrue();
            }
            String said = Files.readString(output);
            assertThat(process.exitValue()).as(said).isZero();
            for (int rank = 0; rank < 4; rank++) {
                assertThat(said).containsOnlyOnce("rank=" + rank + " is done");
            }
            assertThat(countOf("is here", output)).as(said).isEqualTo(8);
        } finally {
            process.destroy();
        }
    }

    private static int countOf(String text, Path file) throws IOException {
        return Files.readString(file).split(Pattern.quote(text), -1).length - 1;
    }

    private static Secret keys(KubernetesClient client) {
        Secret keys = client.secrets()
                .inNamespace("default")
                .withName("pause-mpi-ssh-auth")
                .get();
        assertThat(keys).isNotNull();
        return keys;
    }

    private static List<Pod> pods(KubernetesClient client) {
        return client.pods().inNamespace("default").list().getItems();
    }

    private static void suspend(KubernetesClient client, boolean suspended) {
        client.genericKubernetesResources("trainer.kubeflow.org/v1alpha1", "TrainJob")
                .inNamespace("default")
                .withName("pause")
                .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"spec\": {\"suspend\": " + suspended + "}}");
    }

    private static void require(String what, String... command) throws Exception {
        boolean there;
        try {
            Process process = new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            there = process.waitFor(60, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException notThere) {
            there = false;
        }
        if (Boolean.getBoolean("mpi.required")) {
            assertThat(there).as("%s is installed", what).isTrue();
        }
        assumeTrue(there, () -> "skipped: there is no " + what + " on this machine");
    }

    private Run run(Path file, String... options) throws Exception {
        Path output = folder.resolve("output");
        Process process = start(output, file, options);
        if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
            process.destroy();
            process.waitFor(30, TimeUnit.SECONDS);
            throw new AssertionError("the run did not end: " + Files.readString(output));
        }
        return new Run(process.exitValue(), Files.readString(output));
    }

    private Process start(Path output, Path file, String... options) throws IOException {
        List<String> command =
                new ArrayList<>(List.of(Distribution.program().toString(), "run", file.toString(), "--follow", "all"));
        command.addAll(Arrays.asList(options));
        return new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
    }
}
