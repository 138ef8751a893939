package io.trainyard.launcher.why;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trainyard.launcher.cli.cluster.Cluster;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.cli.why.JobLookup;
import io.trainyard.launcher.client.PlayedApiServer;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("JobFinder: a TrainJob that a namespace does not have (OPS-160)")
final class JobFinderTest {
    private static final String TRAIN_JOBS = "/apis/trainer.kubeflow.org/v1alpha1/namespaces/team-a/trainjobs";

    @TempDir
    private Path folder;

    private PlayedApiServer server;

    @BeforeEach
    void listen() throws Exception {
        server = new PlayedApiServer(socket -> socket.close());
    }

    @AfterEach
    void close() throws Exception {
        server.close();
    }

    @Test
    @DisplayName("what the namespace has instead is told")
    void whatThereIsIsTold() {
        server.answer(
                "GET",
                TRAIN_JOBS,
                """
                {"apiVersion": "trainer.kubeflow.org/v1alpha1", "kind": "TrainJobList", "metadata": {"resourceVersion": "1"},
                 "items": [{"metadata": {"name": "mnist", "namespace": "team-a"}}, {"metadata": {"name": "bert", "namespace": "team-a"}}]}
                """);

        assertThatThrownBy(this::find)
                .isInstanceOf(CommandException.class)
                .hasMessage("Namespace team-a has no TrainJob llama; it has bert, mnist."
                        + " Search another one with -n NAMESPACE, or all with -A.");
    }

    @Test
    @DisplayName("a user who may not list does not read that the namespace has none")
    void whatMayNotBeReadIsNotClaimed() {
        server.answer("GET", TRAIN_JOBS, request -> request.response()
                .setStatusCode(403)
                .end("{}"));

        assertThatThrownBy(this::find)
                .isInstanceOf(CommandException.class)
                .hasMessage("Namespace team-a has no TrainJob llama."
                        + " Search another one with -n NAMESPACE, or all with -A.");
    }

    private Object find() throws Exception {
        Cluster cluster = new Cluster(Optional.of(server.kubeconfig(folder)), Optional.empty(), Optional.of("team-a"));
        return new JobFinder(Clock.systemUTC())
                .find(new JobLookup.InCluster(cluster, false, "llama", Optional.empty()));
    }
}
