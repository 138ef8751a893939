package io.trainyard.core.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.ServiceList;
import io.fabric8.kubernetes.client.dsl.NonNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.ServiceResource;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.core.view.Cause;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainJobStatus;
import io.trainyard.testcluster.AuditLog;
import io.trainyard.testcluster.AuditRecord;
import io.trainyard.testcluster.Outcome;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.TestNamespace;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The life of a TrainJob on a real control plane, with the real JobSet controller. */
@RealCluster(audit = true, customResourceDefinitions = "../deploy/crds")
final class TrainJobLifecycleIT {
    private TrainJobScenario user;
    private AuditLog requests;
    private RunningController controller;

    @BeforeEach
    void start(TestCluster cluster, TestNamespace namespace) {
        user = new TrainJobScenario(cluster, namespace);
        requests = cluster.auditLog().fromNow();
        controller = RunningController.start(cluster.subjectKubeconfig());
    }

    @AfterEach
    void stop() {
        controller.close();
    }

    @Test
    @DisplayName(
            "JOBSET-01, JOBSET-03, STATUS-01, T-23: a TrainJob becomes a JobSet that it owns, and its end comes back")
    void aTrainJobRunsToItsEnd(TestCluster cluster) {
        user.createRuntime("two");
        TrainJob created = user.create("good", "two");

        JobSet jobSet = user.awaitJobSet("good");
        OwnerReference owner = jobSet.getMetadata().getOwnerReferences().get(0);
        assertThat(owner.getUid()).isEqualTo(created.getMetadata().getUid());
        assertThat(owner.getController()).isTrue();
        assertThat(owner.getBlockOwnerDeletion()).isTrue();

        user.awaitRunningPods("good", 2);
        TrainJobStatus running =
                user.awaitStatus("good", status -> status.jobsStatus().stream().anyMatch(job -> job.ready() == 1));
        assertThat(running.conditions())
                .as("STATUS-02: a running job has no condition")
                .isEmpty();
        assertThat(running.phase()).isEqualTo("Running");

        user.endPods("good", 2, Outcome.SUCCEEDED);
        var complete = user.awaitCondition("good", "Complete", "True");
        assertThat(complete.getReason()).isEqualTo("AllJobsCompleted");
        assertThat(complete.getMessage()).isEqualTo("jobset completed successfully");

        assertThat(cluster.adminClient()
                        .resources(TrainJob.class)
                        .inNamespace(user.namespace())
                        .withName("good")
                        .get()
                        .getMetadata()
                        .getManagedFields())
                .as("T-23: of the TrainJob the controller writes the status only, in the stored version")
                .filteredOn(
                        fields -> fields.getFieldsV1().getAdditionalProperties().containsKey("f:status"))
                .isNotEmpty()
                .allSatisfy(fields -> {
                    assertThat(fields.getFieldsV1().getAdditionalProperties()).containsOnlyKeys("f:status");
                    assertThat(fields.getSubresource()).isEqualTo("status");
                    assertThat(fields.getApiVersion()).isEqualTo("trainer.kubeflow.org/v1alpha1");
                });
    }

    @Test
    @DisplayName("design.md 6: at most 4 writes and no reads from creation to completion")
    void aGoodLifeCostsFourWritesAndNoReads(TestCluster cluster) {
        user.createRuntime("two");
        // Once another job was built from the runtime and its own news has come back, the runtime's has come too: a
        // runtime that is newer than
        // the caches is asked for.
        user.create("earlier", "two", "  suspend: true");
        user.awaitCondition("earlier", "Suspended", "True");
        user.patch("earlier", Map.of("spec", Map.of("suspend", false)));
        user.awaitCondition("earlier", "Suspended", "False");
        requests = cluster.auditLog().fromNow();
        user.create("cheap", "two");
        user.awaitRunningPods("cheap", 2);
        user.awaitStatus("cheap", status -> "Running".equals(status.phase()));
        user.endPods("cheap", 2, Outcome.SUCCEEDED);
        user.awaitCondition("cheap", "Complete", "True");

        List<AuditRecord> ours = requestsOfNamespace().stream()
                .filter(each -> !each.name().startsWith("earlier"))
                .toList();
        assertThat(ours).as("every request: %s", ours).hasSizeLessThanOrEqualTo(4);
        assertThat(ours).extracting(AuditRecord::isWrite).containsOnly(true);
        assertThat(ours).filteredOn(each -> each.resource().equals("jobsets")).hasSize(1);
    }

    @Test
    @DisplayName(
            "STATUS-01, OPS-41: a failing pod fails the job with JobSet's words, and the event names its exit code")
    void aFailingPodFailsTheJobAndItsExitCodeIsTold() {
        user.createRuntime("two");
        user.create("bad", "two");
        user.awaitRunningPods("bad", 2);
        user.endPods("bad", 2, Outcome.FAILED);

        var failed = user.awaitCondition("bad", "Failed", "True");
        assertThat(failed.getReason()).isEqualTo("FailedJobs");
        assertThat(failed.getMessage()).contains("bad-node-0");
        var event = user.awaitEvent("Failed", "exited with code 1");
        assertThat(event.getInvolvedObject().getApiVersion())
                .as("OPS-42: kubectl events --for trainjob/bad asks for this one")
                .isEqualTo("trainer.kubeflow.org/v2alpha1");
        assertThat(event.getType()).isEqualTo("Warning");
        assertThat(event.getMessage()).contains("container node of pod bad-node-0-");
        assertThat(event.getFirstTimestamp()).isNotNull();
        assertThat(event.getCount()).isEqualTo(1);
    }

    @Test
    @DisplayName(
            "PIPE-82, JOBSET-13, JOBSET-21, STATUS-11: suspended at birth, resumed, suspended again, resumed, complete")
    void suspendingAndResumingWorksAtAnyTime() {
        user.createRuntime("two");
        user.create("paused", "two", "  suspend: true");
        assertThat(user.awaitJobSet("paused").suspended()).isTrue();
        assertThat(user.awaitCondition("paused", "Suspended", "True").getReason())
                .isEqualTo("Suspended");

        user.patch("paused", Map.of("spec", Map.of("suspend", false)));
        assertThat(user.awaitCondition("paused", "Suspended", "False").getReason())
                .isEqualTo("Resumed");
        user.awaitRunningPods("paused", 2);

        user.patch("paused", Map.of("spec", Map.of("suspend", true)));
        user.awaitCondition("paused", "Suspended", "True");
        await().atMost(TrainJobScenario.LIMIT)
                .until(() -> user.jobSet("paused").orElseThrow().suspended());
        user.awaitStatus("paused", status -> status.jobsStatus().stream().allMatch(job -> job.active() == 0));

        user.patch("paused", Map.of("spec", Map.of("suspend", false)));
        user.awaitRunningPods("paused", 2);
        user.endPods("paused", 2, Outcome.SUCCEEDED);
        user.awaitCondition("paused", "Complete", "True");
        assertThat(user.status("paused").conditions())
                .extracting(condition -> condition.getType() + "=" + condition.getStatus())
                .containsExactly("Suspended=False", "Complete=True");
    }

    @Test
    @DisplayName(
            "FAB-23, JOBSET-15: what a create owned is taken over when a running JobSet is applied for the first time")
    void aRunningJobIsSuspendedAndKeepsOneOwnerOfItsFields() {
        user.createRuntime("two");
        user.create("plain", "two");
        user.awaitRunningPods("plain", 2);

        user.patch("plain", Map.of("spec", Map.of("suspend", true)));

        await().atMost(TrainJobScenario.LIMIT)
                .until(() -> user.jobSet("plain").orElseThrow().suspended());
        assertThat(user.jobSet("plain").orElseThrow().getMetadata().getManagedFields())
                .filteredOn(entry -> "trainer".equals(entry.getManager()))
                .extracting(entry -> entry.getOperation())
                .containsOnly("Apply");
    }

    @Test
    @DisplayName(
            "STATUS-34, OPS-101: a job whose pods a collector keeps after the training says so, in its status, by an event and to who asks")
    void aPodThatACollectorKeepsIsTold() {
        user.createRuntime("collecting", "", ", {name: collector, image: 'registry.example/collect:1'}");
        user.create("kept", "collecting");
        user.awaitStatus("kept", status -> "Running".equals(status.phase()));

        user.endContainer("kept", "node", Instant.now().minusSeconds(90).truncatedTo(ChronoUnit.SECONDS));

        TrainJobStatus status = user.awaitStatus("kept", found -> "Ending".equals(found.phase()));
        assertThat(status.state()).startsWith("Ending: training in pod kept-node-0-");
        assertThat(status.readyNodes()).isZero();
        assertThat(user.awaitEvent("PodKept", "training in pod kept-node-0-").getMessage())
                .contains("native sidecar");
        assertThat(controller.why(user.namespace(), "kept").kind()).isEqualTo(Cause.Kind.POD_KEPT);
    }

    @Test
    @DisplayName("JOBSET-03: deleting the TrainJob leaves nothing behind")
    void deletingATrainJobLeavesNothingBehind(TestCluster cluster) {
        user.createRuntime("two");
        user.create("gone", "two");
        user.awaitRunningPods("gone", 2);

        user.delete("gone");

        var client = cluster.adminClient();
        String namespace = user.namespace();
        await().atMost(TrainJobScenario.LIMIT).untilAsserted(() -> {
            assertThat(user.jobSet("gone")).isEmpty();
            assertThat(client.batch().v1().jobs().inNamespace(namespace).list().getItems())
                    .isEmpty();
            assertThat(client.pods().inNamespace(namespace).list().getItems()).isEmpty();
            assertThat(client.configMaps()
                            .inNamespace(namespace)
                            .withName("gone-runtime-snapshot")
                            .get())
                    .isNull();
        });
    }

    @Test
    @DisplayName("STATUS-12, STATUS-13, T11: a job that takes too long fails and its JobSet goes for good")
    void theDeadlineFailsTheJobAndRemovesItsJobSet() {
        user.createRuntime("two");
        user.create("late", "two", "  activeDeadlineSeconds: 2");
        user.awaitJobSet("late");

        var failed = user.awaitCondition("late", "Failed", "True");

        assertThat(failed.getReason()).isEqualTo("DeadlineExceeded");
        await().atMost(TrainJobScenario.LIMIT).until(() -> user.jobSet("late").isEmpty());
        await().during(java.time.Duration.ofSeconds(2))
                .atMost(TrainJobScenario.LIMIT)
                .until(() -> user.jobSet("late").isEmpty());
    }

    @Test
    @DisplayName(
            "STATUS-09, STATUS-10: the end of a JobSet that is deleted at once is not lost, and nothing is made anew")
    void aJobSetThatVanishesWhenItEndsIsNotRunAgain() {
        user.createRuntime("brief", "      ttlSecondsAfterFinished: 0");
        user.create("ttl", "brief");
        user.awaitRunningPods("ttl", 2);
        user.endPods("ttl", 2, Outcome.SUCCEEDED);

        user.awaitCondition("ttl", "Complete", "True");
        await().atMost(TrainJobScenario.LIMIT).until(() -> user.jobSet("ttl").isEmpty());
        assertThat(requestsOfNamespace())
                .filteredOn(
                        each -> each.resource().equals("jobsets") && each.verb().equals("create"))
                .hasSize(1);
    }

    @Test
    @DisplayName("STATUS-06 step 2, T2: a job of another controller is left alone")
    void aJobThatKueueManagesElsewhereIsLeftAlone() {
        user.createRuntime("two");
        user.create("elsewhere", "two", "  managedBy: kueue.x-k8s.io/multikueue");
        user.create("here", "two");

        user.awaitJobSet("here");

        assertThat(user.jobSet("elsewhere")).isEmpty();
        assertThat(requestsOfNamespace()).extracting(AuditRecord::name).noneMatch(name -> name.startsWith("elsewhere"));
    }

    @Test
    @DisplayName("PIPE-70 to PIPE-74, T15, T17: the runtime is kept as it was, and editing it changes nothing")
    void aTrainJobKeepsTheRuntimeItWasMadeFrom(TestCluster cluster) {
        user.createRuntime("two");
        user.create("kept", "two", "  suspend: true");
        user.awaitCondition("kept", "Suspended", "True");
        var snapshot = cluster.adminClient()
                .configMaps()
                .inNamespace(user.namespace())
                .withName("kept-runtime-snapshot")
                .get();
        assertThat(snapshot.getImmutable()).isTrue();
        assertThat(snapshot.getData().get("runtime"))
                .contains("kind: TrainingRuntime", "name: two")
                .doesNotContain("managedFields", "resourceVersion", "uid");

        var runtimes = cluster.adminClient()
                .resources(io.trainyard.spi.model.TrainingRuntime.class)
                .inNamespace(user.namespace());
        runtimes.withName("two").delete();
        user.patch("kept", Map.of("spec", Map.of("suspend", false)));

        user.awaitRunningPods("kept", 2);
        assertThat(Tree.wholeNumber(
                        user.jobSet("kept").orElseThrow().replicatedJobs().get(0), "template", "spec", "parallelism"))
                .hasValue(2);
    }

    @Test
    @DisplayName(
            "OPS-83, OPS-89: a job waits for its name while a foreign Service has it; other Services that select its pods disturb nobody")
    void aForeignServiceHoldsTheJobBackOnlyWhereItHasTheName(TestCluster cluster) {
        // Watches of two kinds have no common order: a controller that starts now knows the Services before the
        // TrainJob.
        controller.close();
        createService(cluster, "served", Map.of("app", "other"));
        createService(cluster, "served-exporter", TrainJobScenario.labels("served"));
        createService(cluster, "served-board", TrainJobScenario.labels("served"));
        controller = RunningController.start(cluster.subjectKubeconfig());
        user.createRuntime("two");
        user.create("served", "two");

        user.awaitEvent("ServiceConflict", "Service served belongs to somebody else");
        assertThat(user.jobSet("served")).isEmpty();

        services(cluster).withName("served").delete();
        user.awaitRunningPods("served", 2);
        user.delete("served");
        await().atMost(TrainJobScenario.LIMIT)
                .until(() -> services(cluster).withName("served").get() == null);
        assertThat(services(cluster).list().getItems())
                .extracting(service -> service.getMetadata().getName())
                .containsExactlyInAnyOrder("served-exporter", "served-board");
    }

    private void createService(TestCluster cluster, String name, Map<String, String> selector) {
        cluster.adminClient()
                .resource(new ServiceBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withNamespace(user.namespace())
                        .endMetadata()
                        .withNewSpec()
                        .withClusterIP("None")
                        .withSelector(selector)
                        .endSpec()
                        .build())
                .create();
    }

    private NonNamespaceOperation<Service, ServiceList, ServiceResource<Service>> services(TestCluster cluster) {
        return cluster.adminClient().services().inNamespace(user.namespace());
    }

    private List<AuditRecord> requestsOfNamespace() {
        return requests.records(each ->
                each.namespace().equals(user.namespace()) && !each.verb().equals("watch"));
    }
}
