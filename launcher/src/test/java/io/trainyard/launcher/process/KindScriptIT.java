package io.trainyard.launcher.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.spi.model.ClusterTrainingRuntime;
import io.trainyard.testcluster.ControllerProcess;
import io.trainyard.testcluster.Outcome;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code examples/kind/up.sh}, which docs/start/kind.md is about, where no kind can run: with a cluster that is there. */
@RealCluster(customResourceDefinitions = "../deploy/crds")
@DisplayName("The script that makes a cluster")
final class KindScriptIT {
    private static final String JOB_SET_NAME = "jobset.sigs.k8s.io/jobset-name";

    @Test
    @DisplayName("finds JobSet, installs runtimes, and runs a first TrainJob to its end; a second time, too")
    void aClusterThatIsThere(TestCluster cluster, @TempDir Path folder) throws Exception {
        // The controller of the test takes the place of the one that the script starts, whose ports are fixed.
        Path program = Files.writeString(folder.resolve("trainyard"), "#!/bin/sh\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        try (ControllerProcess controller = Distribution.startController(folder, cluster.kubeconfig())) {
            assertThat(controller.process().isAlive()).isTrue();
            for (int time = 1; time <= 2; time++) {
                Path output = folder.resolve("output-" + time);
                Process script = start(cluster, program, output);
                if (time == 1) {
                    cluster.pods("default").awaitRunning(2, Map.of(JOB_SET_NAME, "hello"));
                    cluster.pods("default").endAll(2, Map.of(JOB_SET_NAME, "hello"), Outcome.SUCCEEDED);
                }

                assertThat(script.waitFor(3, TimeUnit.MINUTES)).isTrue();
                assertThat(Files.readString(output))
                        .contains("==> JobSet is there", "==> Installing the runtimes", "==> Training")
                        .contains("trainjob.trainer.kubeflow.org/hello condition met");
                assertThat(script.exitValue()).isZero();
            }
        } finally {
            Process kubectl = command(
                            cluster, TestCluster.kubectl().toString(), "delete", "-f", "../examples/plain.yaml")
                    .start();
            assertThat(kubectl.waitFor()).isZero();
            cluster.adminClient().resources(ClusterTrainingRuntime.class).delete();
        }
    }

    private static Process start(TestCluster cluster, Path program, Path output) throws Exception {
        ProcessBuilder script = command(
                        cluster,
                        "../examples/kind/up.sh",
                        "--kubeconfig",
                        cluster.kubeconfig().toString(),
                        "--local-controller")
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        script.environment().put("TRAINYARD", program.toString());
        script.environment().put("TMPDIR", output.getParent().toString());
        script.environment()
                .merge("PATH", TestCluster.kubectl().getParent().toString(), (path, own) -> own + ":" + path);
        return script.start();
    }

    private static ProcessBuilder command(TestCluster cluster, String... words) {
        ProcessBuilder builder = new ProcessBuilder(words);
        builder.environment().put("KUBECONFIG", cluster.kubeconfig().toString());
        return builder;
    }
}
