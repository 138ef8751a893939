package io.trainyard.launcher.mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.trainyard.launcher.process.Distribution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
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
    @DisplayName("every implementation starts four ranks, with the variables of the pod that they belong to")
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
                    command: [%s, sh, -c, 'echo rank=$${PMI_RANK:-$$OMPI_COMM_WORLD_RANK} of=$${PMI_SIZE:-$$OMPI_COMM_WORLD_SIZE} in=$$HOSTNAME']
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
        if (mode.equals("agent") && implementation.equals("OpenMPI")) {
            // Hydra sends the launcher's variables along, HOSTNAME among them.
            assertThat(run.output()).contains("in=ranks-node-0-0", "in=ranks-node-0-1");
        }
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
        List<String> command =
                new ArrayList<>(List.of(Distribution.program().toString(), "run", file.toString(), "--follow", "all"));
        command.addAll(Arrays.asList(options));
        Path output = folder.resolve("output");
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
            process.destroy();
            process.waitFor(30, TimeUnit.SECONDS);
            throw new AssertionError("the run did not end: " + Files.readString(output));
        }
        return new Run(process.exitValue(), Files.readString(output));
    }
}
