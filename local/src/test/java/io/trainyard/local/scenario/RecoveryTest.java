package io.trainyard.local.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.client.HttpApiClient;
import io.trainyard.local.client.Resource;
import io.trainyard.local.controllers.ControllerOptions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Controllers go on when watches end, versions expire, and kinds come late. */
final class RecoveryTest {
    private final SimulatedWorld world = new SimulatedWorld();
    private final Stage stage = world.newStage();

    @AfterEach
    void close() {
        stage.close();
        world.close();
    }

    private void job(String name, int pods, String labels) {
        job(stage, name, pods, labels);
    }

    private static void job(Stage stage, String name, int pods, String labels) {
        stage.create(
                Resource.JOBS,
                """
                metadata: {name: %s}
                spec:
                  completionMode: Indexed
                  completions: %d
                  parallelism: %d
                  template:
                    metadata: {labels: %s}
                    spec:
                      restartPolicy: Never
                      containers: [{name: main, image: none}]
                """
                        .formatted(name, pods, pods, labels));
    }

    @Test
    @DisplayName("LOCAL-34, LOCAL-50: closed watches and expired versions")
    void watchesAreTakenUpAgain() {
        job("before", 2, "{}");
        stage.awaitRunning(2);

        world.interruptWatches();
        job("after", 2, "{}");
        stage.awaitRunning(4).forEach(pod -> stage.end(pod, Ending.WELL));

        stage.awaitCondition(Resource.JOBS, "before", "Complete");
        stage.awaitCondition(Resource.JOBS, "after", "Complete");
    }

    @Test
    @DisplayName("LOCAL-50: over HTTP, as on another machine")
    void controllersWorkOverHttp() {
        try (SimulatedWorld remote = new SimulatedWorld(
                        options -> options,
                        ControllerOptions.DEFAULT,
                        (vertx, server) -> HttpApiClient.connect(vertx, server.kubeconfig(), "controllers/1.0"));
                Stage there = remote.newStage()) {
            job(there, "far", 8, "{}");
            there.awaitRunning(8).forEach(pod -> there.end(pod, Ending.WELL));

            there.awaitCondition(Resource.JOBS, "far", "Complete");
        }
    }

    @Test
    @DisplayName("LOCAL-54: a PodGroup, of a kind that was defined later, runs when its members do")
    void aKindThatIsDefinedLaterIsFollowed() {
        Resource podGroups = new Resource("scheduling.x-k8s.io", "v1alpha1", "podgroups");
        stage.createInCluster(
                Resource.CUSTOM_RESOURCE_DEFINITIONS,
                """
                metadata: {name: podgroups.scheduling.x-k8s.io}
                spec:
                  group: scheduling.x-k8s.io
                  scope: Namespaced
                  names: {plural: podgroups, singular: podgroup, kind: PodGroup, listKind: PodGroupList}
                  versions:
                  - name: v1alpha1
                    served: true
                    storage: true
                    subresources: {status: {}}
                    schema:
                      openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}
                """);
        stage.create(
                podGroups,
                "{apiVersion: scheduling.x-k8s.io/v1alpha1, kind: PodGroup, metadata: {name: gang}, spec: {minMember: 2}}");
        stage.await(podGroups, "gang", "phase", group -> Tree.text(group, "status", "phase")
                .equals("Pending"));

        job("train", 2, "{scheduling.x-k8s.io/pod-group: gang}");

        assertThat(stage.await(
                        podGroups,
                        "gang",
                        "phase",
                        group -> Tree.text(group, "status", "phase").equals("Running")
                                && Tree.integer(0, group, "status", "running") == 2))
                .isNotNull();
    }

    @Test
    @DisplayName("LOCAL-56: HorizontalPodAutoscalers are accepted and do nothing")
    void autoscalersAreAccepted() {
        Resource autoscalers = new Resource("autoscaling", "v2", "horizontalpodautoscalers");

        assertThat(
                        stage.create(
                                autoscalers,
                                """
                        apiVersion: autoscaling/v2
                        kind: HorizontalPodAutoscaler
                        metadata: {name: elastic}
                        spec:
                          minReplicas: 1
                          maxReplicas: 4
                          scaleTargetRef: {apiVersion: trainer.kubeflow.org/v1alpha1, kind: TrainJob, name: train}
                        """))
                .isNotEmpty();
    }
}
