package io.trainyard.core.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.trainyard.core.fixture.GangFixture.ExampleGroup;
import io.trainyard.core.fixture.GangFixture.ExampleScheduler;
import io.trainyard.core.fixture.Manifests;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.testcluster.ClusterKind;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.TestNamespace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("The kind of PodGroup on a real API server (GANG-60 to GANG-64)")
@RealCluster(kind = ClusterKind.BARE, customResourceDefinitions = "../deploy/crds")
final class MissingKindIT {
    private static final Duration LIMIT = Duration.ofSeconds(180);
    private static final String DEFINITION =
            """
            apiVersion: apiextensions.k8s.io/v1
            kind: CustomResourceDefinition
            metadata: {name: podgroups.gang.example.com}
            spec:
              group: gang.example.com
              names: {kind: PodGroup, plural: podgroups}
              scope: Namespaced
              versions:
                - name: v1
                  served: true
                  storage: true
                  schema:
                    openAPIV3Schema:
                      type: object
                      properties: {spec: {type: object, properties: {minMember: {type: integer}}}}
            """;

    @Test
    @DisplayName(
            "a job waits for the kind, goes on when it is installed, survives its removal, and goes on when it comes back")
    void theKindComesGoesAndComesBack(TestCluster cluster, TestNamespace namespace, @TempDir Path folder)
            throws IOException {
        KubernetesClient admin = cluster.adminClient();
        Path definition = Files.writeString(folder.resolve("podgroups.yaml"), DEFINITION);
        admin.resource(Manifests.read(
                        """
                        apiVersion: trainer.kubeflow.org/v1alpha1
                        kind: TrainingRuntime
                        metadata: {name: gang, namespace: %s}
                        spec:
                          mlPolicy: {numNodes: 2}
                          podGroupPolicy: {kai: {}}
                          template: {spec: {replicatedJobs: [{name: node, template: {metadata: {labels:
                            {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}, spec: {template: {spec: {containers: [{name: node, image: train}]}}}}}]}}
                        """
                                .formatted(namespace.name()),
                        io.trainyard.spi.model.TrainingRuntime.class))
                .create();
        try (RunningController controller =
                RunningController.start(cluster.kubeconfig(), new ExampleScheduler(Optional.empty()))) {
            create(admin, namespace.name(), "first");
            await().atMost(LIMIT).until(() -> saysThatItIsMissing(admin, namespace.name(), "first"));
            assertThat(jobSet(admin, namespace.name(), "first")).isEmpty();

            cluster.installCustomResourceDefinitions(definition);
            await().atMost(LIMIT)
                    .until(() -> jobSet(admin, namespace.name(), "first").isPresent());
            assertThat(group(admin, namespace.name(), "first")).isPresent();

            // The watch is there: what somebody deletes comes back.
            admin.resources(ExampleGroup.class)
                    .inNamespace(namespace.name())
                    .withName("first")
                    .delete();
            await().atMost(LIMIT)
                    .until(() -> group(admin, namespace.name(), "first").isPresent());

            admin.apiextensions()
                    .v1()
                    .customResourceDefinitions()
                    .withName("podgroups.gang.example.com")
                    .delete();
            await().atMost(LIMIT)
                    .until(() -> admin.apiextensions()
                                    .v1()
                                    .customResourceDefinitions()
                                    .withName("podgroups.gang.example.com")
                                    .get()
                            == null);
            String name = "second";
            create(admin, namespace.name(), name);
            await().atMost(LIMIT).until(() -> saysThatItIsMissing(admin, namespace.name(), name));

            cluster.installCustomResourceDefinitions(definition);
            await().atMost(LIMIT)
                    .until(() -> jobSet(admin, namespace.name(), name).isPresent());
            assertThat(controller.passes("success")).isPositive();
        }
    }

    private static void create(KubernetesClient admin, String namespace, String name) {
        TrainJob job = Manifests.trainJob(name, "{runtimeRef: {kind: TrainingRuntime, name: gang}}");
        Cluster.anew(job).getMetadata().setNamespace(namespace);
        admin.resource(job).create();
    }

    private static boolean saysThatItIsMissing(KubernetesClient admin, String namespace, String name) {
        return admin.v1().events().inNamespace(namespace).list().getItems().stream()
                .filter(event -> event.getInvolvedObject().getName().equals(name))
                .map(Event::getMessage)
                .anyMatch(message -> message.endsWith("podGroupPolicy.kai is set, but the PodGroup CRD"
                        + " podgroups.gang.example.com is not installed"));
    }

    private static Optional<JobSet> jobSet(KubernetesClient admin, String namespace, String name) {
        return Optional.ofNullable(admin.resources(JobSet.class)
                .inNamespace(namespace)
                .withName(name)
                .get());
    }

    private static Optional<ExampleGroup> group(KubernetesClient admin, String namespace, String name) {
        return Optional.ofNullable(admin.resources(ExampleGroup.class)
                .inNamespace(namespace)
                .withName(name)
                .get());
    }
}
