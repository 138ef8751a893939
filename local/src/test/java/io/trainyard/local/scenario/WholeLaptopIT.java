package io.trainyard.local.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.admission.LocalAdmission;
import io.trainyard.local.api.LocalApiOptions;
import io.trainyard.local.api.LocalApiServer;
import io.trainyard.local.client.ApiClient;
import io.trainyard.local.client.Resource;
import io.trainyard.local.controllers.ControllerOptions;
import io.trainyard.local.controllers.LocalControllers;
import io.trainyard.local.kubelet.ProcessKubelet;
import io.trainyard.local.kubelet.Settings;
import io.trainyard.local.kubelet.options.KubeletOptions;
import io.trainyard.local.time.RealTime;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** API server, controllers and process kubelet together, with real processes (LOCAL-01, LOCAL-54, LOCAL-55). */
final class WholeLaptopIT {
    private final Vertx vertx = Vertx.vertx();

    @TempDir
    private Path folder;

    private LocalControllers controllers;
    private ProcessKubelet kubelet;
    private Stage stage;

    @BeforeEach
    void start() {
        ApiClient client = Stage.await(LocalApiServer.start(
                        vertx, LocalAdmission.addTo(LocalApiOptions.DEFAULT, ControllerOptions.DEFAULT)))
                .client("laptop/1.0");
        controllers =
                Stage.await(LocalControllers.start(vertx, client, new RealTime(vertx), ControllerOptions.DEFAULT));
        KubeletOptions options = Settings.kubelet("local", Settings.folders(folder, folder), Settings.programs());
        kubelet = Stage.await(ProcessKubelet.start(vertx, client, options, System.getenv()));
        stage = new Stage(client, "default");
    }

    @AfterEach
    void stop() {
        stage.close();
        Stage.await(kubelet.stop(Duration.ofSeconds(1)));
        Stage.await(controllers.stop());
        Stage.await(vertx.close());
    }

    private void jobSet(String script, String policy) {
        stage.create(
                Resource.JOB_SETS,
                """
                apiVersion: jobset.x-k8s.io/v1alpha2
                kind: JobSet
                metadata: {name: train}
                spec:
                  %s
                  replicatedJobs:
                  - name: node
                    template:
                      spec:
                        completions: 2
                        parallelism: 2
                        backoffLimit: 0
                        template:
                          spec:
                            restartPolicy: Never
                            containers:
                            - name: main
                              image: none
                              command: [sh, -c, '%s']
                              env: [{name: MARK, value: %s}]
                """
                        .formatted(policy, script, folder.resolve("mark")));
    }

    @Test
    @DisplayName("JS-86, JOB-13: two processes, each with its index, and the JobSet is Completed")
    void aJobSetOfTwoProcessesCompletes() throws IOException {
        jobSet("echo $JOB_COMPLETION_INDEX > $MARK-$JOB_COMPLETION_INDEX", "network: {enableDNSHostnames: true}");

        Map<String, Object> jobSet = stage.awaitCondition(Resource.JOB_SETS, "train", "Completed");

        assertThat(Tree.text(jobSet, "status", "terminalState")).isEqualTo("Completed");
        assertThat(Files.readString(folder.resolve("mark-0"))).isEqualTo("0\n");
        assertThat(Files.readString(folder.resolve("mark-1"))).isEqualTo("1\n");
        assertThat(stage.podsPresent()).hasSize(2).allSatisfy(pod -> assertThat(Tree.text(pod, "spec", "nodeName"))
                .isEqualTo("local"));
    }

    @Test
    @DisplayName("JS-89, JOB-18: a rank that fails once leads to a restart of all, and then to success")
    void aFailingProcessLeadsToARestart() {
        jobSet(
                "test $JOB_COMPLETION_INDEX = 0 || test -e $MARK || { touch $MARK; exit 3; }",
                "failurePolicy: {maxRestarts: 1}");

        Map<String, Object> jobSet = stage.awaitCondition(Resource.JOB_SETS, "train", "Completed");

        assertThat(Tree.integer(0, jobSet, "status", "restarts")).isEqualTo(1);
    }

    @Test
    @DisplayName("JS-89, JOB-18: without a restart left it fails, and the others are stopped")
    void aFailingProcessFailsTheJobSet() {
        jobSet("test $JOB_COMPLETION_INDEX = 0 && sleep 600; exit 3", "network: {enableDNSHostnames: true}");

        Map<String, Object> jobSet = stage.awaitCondition(Resource.JOB_SETS, "train", "Failed");

        assertThat(Tree.text(jobSet, "status", "terminalState")).isEqualTo("Failed");
        stage.awaitRunning(0);
    }
}
