package io.trainyard.launcher.submit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.launcher.cli.cluster.Cluster;
import io.trainyard.launcher.cli.launch.JobSubmitter;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.client.PlayedApiServer;
import io.trainyard.spi.model.ClusterTrainingRuntime;
import io.trainyard.spi.model.RuntimeResource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("submit --dry-run (LOCAL-204)")
final class RehearsalTest {
    /** Nobody listens there. */
    private static final String NOWHERE =
            """
            apiVersion: v1
            kind: Config
            current-context: away
            contexts: [{name: away, context: {cluster: away, user: away, namespace: team}}]
            clusters: [{name: away, cluster: {server: "http://127.0.0.1:1"}}]
            users: [{name: away, user: {}}]
            """;

    @TempDir
    private Path folder;

    private final List<String> told = new ArrayList<>();

    private JobSubmitter.Report rehearse(Path kubeconfig, String runtime, String context) {
        Supplier<List<RuntimeResource>> catalogue = RehearsalTest::catalogue;
        JobSubmitter.Request request = new JobSubmitter.Request(
                new Cluster(
                        Optional.of(kubeconfig),
                        Optional.of(context).filter(name -> !name.isEmpty()),
                        Optional.empty()),
                Tree.of(
                        "apiVersion",
                        "trainer.kubeflow.org/v1alpha1",
                        "kind",
                        "TrainJob",
                        "metadata",
                        Tree.of("name", "job"),
                        "spec",
                        Tree.of(
                                "runtimeRef",
                                Tree.of("name", runtime),
                                "trainer",
                                Tree.of("command", List.of("mpirun", "python3", "x.py")))),
                new JobSubmitter.OnClaim("code"),
                "",
                Optional.of(catalogue));
        return new ClusterSubmitter(Clock.systemUTC()).submit(request, told::add);
    }

    private static List<RuntimeResource> catalogue() {
        try {
            return List.of(new KubernetesSerialization()
                    .unmarshal(
                            Files.readString(Path.of("../deploy/runtimes/mpi-distributed.yaml")),
                            ClusterTrainingRuntime.class));
        } catch (IOException missing) {
            throw new IllegalStateException(missing);
        }
    }

    private static List<Object> patchedJobs(JobSubmitter.Report report) {
        return Tree.objects(report.trainJob(), "spec", "runtimePatches").stream()
                .flatMap(patch ->
                        Tree.objects(patch, "trainingRuntimeSpec", "template", "spec", "replicatedJobs").stream())
                .map(job -> job.get("name"))
                .toList();
    }

    @Test
    @DisplayName(
            "without a cluster gives the TrainJob that a runtime of ours leads to, and one line says what is not known")
    void withoutACluster() throws IOException {
        Path away = Files.writeString(folder.resolve("away"), NOWHERE);

        JobSubmitter.Report report = rehearse(away, "mpi-distributed", "");

        assertThat(report.namespace()).isEqualTo("team");
        assertThat(Tree.text(report.trainJob(), "metadata", "namespace")).isEqualTo("team");
        assertThat(Tree.child(report.trainJob(), "spec", "runtimeRef"))
                .isEqualTo(Map.of("name", "mpi-distributed", "kind", "ClusterTrainingRuntime"));
        assertThat(patchedJobs(report)).containsExactly("node", "launcher");
        assertThat(told).singleElement().satisfies(note -> assertThat(note)
                .startsWith("note: the cluster could not be asked (")
                .contains("connection failed")
                .endsWith(
                        "), so it is not known whether it has the runtime mpi-distributed, taken as it comes with Trainyard;"
                                + " whether it has the volume claim code; whether it admits this TrainJob")
                .doesNotContain("\n"));
    }

    @Test
    @DisplayName("without a cluster takes a runtime that only the cluster has for a usual one, and says so")
    void aRuntimeOfTheCluster() throws IOException {
        Path away = Files.writeString(folder.resolve("away"), NOWHERE);

        JobSubmitter.Report report = rehearse(away, "ours", "");

        assertThat(patchedJobs(report)).containsExactly("node");
        assertThat(told).singleElement().satisfies(note -> assertThat(note)
                .contains("the runtime ours, which does not come with Trainyard: taken for one that trains"));
    }

    @Test
    @DisplayName("of a cluster that answers takes the runtime from there, and refuses one that it does not have")
    void withACluster() throws Exception {
        String ours = new KubernetesSerialization().asJson(catalogue().get(0)).replace("launcher", "leader");
        try (PlayedApiServer server = new PlayedApiServer(socket -> socket.close())
                .answer("GET", "/apis/trainer.kubeflow.org/v1alpha1/clustertrainingruntimes/mpi-distributed", ours)) {
            Path kubeconfig = server.kubeconfig(folder);

            assertThat(patchedJobs(rehearse(kubeconfig, "mpi-distributed", ""))).containsExactly("node", "leader");
            assertThatThrownBy(() -> rehearse(kubeconfig, "ours", ""))
                    .isInstanceOf(CommandException.class)
                    .hasMessageContaining("runtime \"ours\" does not exist");
            assertThat(told).isEmpty();
        }
    }

    @Test
    @DisplayName("refuses a kubeconfig and a context that are named and not there")
    void whatIsNamedHasToBeThere() throws IOException {
        Path away = Files.writeString(folder.resolve("away"), NOWHERE);

        assertThatThrownBy(() -> rehearse(folder.resolve("missing"), "ours", ""))
                .isInstanceOf(CommandException.class)
                .hasMessageContaining("missing, which is not a file");
        assertThatThrownBy(() -> rehearse(away, "ours", "work"))
                .isInstanceOf(CommandException.class)
                .hasMessageContaining("work");
        assertThat(told).isEmpty();
    }
}
