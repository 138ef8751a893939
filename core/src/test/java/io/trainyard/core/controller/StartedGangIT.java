package io.trainyard.core.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.trainyard.core.fixture.GangFixture.ExampleGroup;
import io.trainyard.core.fixture.GangFixture.ExampleScheduler;
import io.trainyard.core.fixture.Manifests;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.spi.model.TrainingRuntime;
import io.trainyard.testcluster.Outcome;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.TestNamespace;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A gang whose initializer is done, on a real JobSet")
@RealCluster(customResourceDefinitions = {"../deploy/crds", "src/test/resources/crds"})
final class StartedGangIT {
    private static final String RUNTIME =
            """
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: TrainingRuntime
            metadata: {name: gang, namespace: %s}
            spec:
              mlPolicy: {numNodes: 2}
              podGroupPolicy: {kai: {}}
              template:
                spec:
                  replicatedJobs:
                    - name: data
                      template:
                        metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: dataset-initializer}}
                        spec:
                          template:
                            spec:
                              restartPolicy: Never
                              containers: [{name: dataset-initializer, image: "registry.example/data:1"}]
                    - name: node
                      dependsOn: [{name: data, status: Complete}]
                      template:
                        metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                        spec:
                          template:
                            spec:
                              restartPolicy: Never
                              containers: [{name: node, image: "registry.example/train:1"}]
            """;

    @Test
    @DisplayName(
            "suspended, resized from 2 to 3 nodes and resumed: it runs again on 2, PodGroup and status say so, an event names field and"
                    + " remedy; when it has ended no node is ready; without its JobSet it would start with 3 (JOBSET-27, STATUS-18)")
    void isResized(TestCluster cluster, TestNamespace namespace) {
        KubernetesClient admin = cluster.adminClient();
        TrainJobScenario user = new TrainJobScenario(cluster, namespace);
        admin.resource(Manifests.read(RUNTIME.formatted(namespace.name()), TrainingRuntime.class))
                .create();
        try (RunningController controller =
                RunningController.start(cluster.kubeconfig(), new ExampleScheduler(Optional.empty()))) {
            user.create("grow", "gang");
            user.create("anew", "gang");
            for (String name : new String[] {"grow", "anew"}) {
                cluster.pods(namespace.name()).endAll(1, pods(name, "data"), Outcome.SUCCEEDED);
                cluster.pods(namespace.name()).awaitRunning(2, pods(name, "node"));
                suspend(user, name, true);
                await().atMost(TrainJobScenario.LIMIT).until(() -> user.jobSet(name)
                        .filter(JobSet::suspended)
                        .filter(jobSet -> jobSet.statusOrEmpty().replicatedJobsStatus().stream()
                                .allMatch(job -> job.active() == 0))
                        .isPresent());
                user.patch(name, Map.of("spec", Map.of("trainer", Map.of("numNodes", 3))));
            }
            admin.resources(JobSet.class)
                    .inNamespace(namespace.name())
                    .withName("anew")
                    .delete();
            suspend(user, "grow", false);

            cluster.pods(namespace.name()).awaitRunning(2, pods("grow", "node"));
            assertThat(minMember(admin, namespace, "grow")).isEqualTo(2);
            user.awaitStatus("grow", status -> Integer.valueOf(2).equals(status.nodes()));
            user.awaitEvent("JobSetImmutableFieldsIgnored", "spec.trainer.numNodes: 3 has no effect");

            cluster.pods(namespace.name()).endAll(2, pods("grow", "node"), Outcome.SUCCEEDED);
            user.awaitCondition("grow", "Complete", "True");
            assertThat(user.status("grow").readyNodes()).isZero();

            await().atMost(TrainJobScenario.LIMIT)
                    .until(() -> Integer.valueOf(3).equals(minMember(admin, namespace, "anew")));
            assertThat(controller.passes("error")).as("failed reconciles").isZero();
        }
    }

    private static void suspend(TrainJobScenario user, String name, boolean suspend) {
        user.patch(name, Map.of("spec", Map.of("suspend", suspend)));
    }

    private static Map<String, String> pods(String name, String replicatedJob) {
        return Map.of("jobset.sigs.k8s.io/jobset-name", name, "jobset.sigs.k8s.io/replicatedjob-name", replicatedJob);
    }

    private static Object minMember(KubernetesClient admin, TestNamespace namespace, String name) {
        return admin.resources(ExampleGroup.class)
                .inNamespace(namespace.name())
                .withName(name)
                .get()
                .getSpec()
                .get("minMember");
    }
}
