package io.trainyard.core.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceQuotaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.testcluster.AuditLog;
import io.trainyard.testcluster.AuditRecord;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.TestNamespace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What can be wrong around a TrainJob: each ends in a clear event, few requests, and heals when the cause goes away. */
@RealCluster(audit = true, customResourceDefinitions = "../deploy/crds")
final class TrainJobFaultsIT {
    private static final String CREATION_FAILED = "TrainJobResourcesCreationFailed";

    private TrainJobScenario user;
    private AuditLog requests;
    private RunningController controller;
    private KubernetesClient admin;
    private Path kubeconfig;

    @BeforeEach
    void start(TestCluster cluster, TestNamespace namespace) {
        user = new TrainJobScenario(cluster, namespace);
        admin = cluster.adminClient();
        requests = cluster.auditLog().fromNow();
        kubeconfig = cluster.subjectKubeconfig();
        controller = RunningController.start(kubeconfig);
    }

    @AfterEach
    void stop() {
        controller.close();
    }

    @Test
    @DisplayName("PIPE-71, T25: a missing runtime is named, and the job starts as soon as it is there")
    void aMissingRuntimeIsNamedAndWaitedFor() {
        user.create("early", "absent");
        user.awaitEvent(CREATION_FAILED, "TrainingRuntime " + user.namespace() + "/absent");
        assertThat(user.jobSet("early")).isEmpty();

        user.createRuntime("absent");

        user.awaitRunningPods("early", 2);
    }

    @Test
    @DisplayName(
            "PIPE-72, T27: a snapshot that cannot be read is told, not replaced under a job that runs, and made anew when deleted")
    void aBrokenSnapshotIsNotGuessedAt() {
        user.createRuntime("two");
        TrainJob job = user.create("broken", "two", "  managedBy: trainer.kubeflow.org/trainjob-controller");
        user.awaitJobSet("broken");
        controller.close();
        var snapshots = admin.configMaps().inNamespace(user.namespace());
        snapshots.withName("broken-runtime-snapshot").delete();
        await().atMost(TrainJobScenario.LIMIT)
                .until(() -> snapshots.withName("broken-runtime-snapshot").get() == null);
        admin.resource(new ConfigMapBuilder()
                        .withNewMetadata()
                        .withName("broken-runtime-snapshot")
                        .withNamespace(user.namespace())
                        .addToLabels("app.kubernetes.io/managed-by", "trainyard")
                        .withOwnerReferences(new OwnerReferenceBuilder()
                                .withApiVersion(job.getApiVersion())
                                .withKind("TrainJob")
                                .withName("broken")
                                .withUid(job.getMetadata().getUid())
                                .withController(true)
                                .build())
                        .endMetadata()
                        .addToData("runtime", "kind: TrainingRuntime\n  bad: [")
                        .build())
                .create();

        controller = RunningController.start(kubeconfig);
        user.awaitEvent("RuntimeSnapshotNotTrusted", "says something else than its runtime");

        snapshots.withName("broken-runtime-snapshot").delete();
        await().atMost(TrainJobScenario.LIMIT)
                .until(() -> snapshots.withName("broken-runtime-snapshot").get() != null);
    }

    @Test
    @DisplayName(
            "PIPE-94: nothing is built from a snapshot that somebody has put in the place of one which he let the garbage collector delete")
    void aForgedSnapshotIsNotBuiltFrom() {
        user.createRuntime("two");
        user.create("forged", "two", "  suspend: true");
        user.awaitCondition("forged", "Suspended", "True");
        controller.close();
        var snapshot = admin.configMaps().inNamespace(user.namespace()).withName("forged-runtime-snapshot");
        ConfigMap genuine = snapshot.get();
        snapshot.edit(found -> new ConfigMapBuilder(found)
                .editMetadata()
                .editFirstOwnerReference()
                .withUid("00000000-0000-4000-8000-000000000000")
                .endOwnerReference()
                .endMetadata()
                .build());
        await().atMost(TrainJobScenario.LIMIT).until(() -> snapshot.get() == null);
        admin.resource(new ConfigMapBuilder()
                        .withNewMetadata()
                        .withName("forged-runtime-snapshot")
                        .withNamespace(user.namespace())
                        .withLabels(genuine.getMetadata().getLabels())
                        .withOwnerReferences(genuine.getMetadata().getOwnerReferences())
                        .endMetadata()
                        .withImmutable(true)
                        .addToData("runtime", genuine.getData().get("runtime").replace("train:1", "train:forged"))
                        .build())
                .create();

        controller = RunningController.start(kubeconfig);
        user.patch("forged", Map.of("spec", Map.of("suspend", false)));

        user.awaitEvent("RuntimeSnapshotNotTrusted", "it is replaced by a copy of the runtime");
        user.awaitRunningPods("forged", 2);
        assertThat(user.jobSet("forged").orElseThrow().replicatedJobs().toString())
                .contains("train:1")
                .doesNotContain("train:forged");
        assertThat(snapshot.get().getData()).isEqualTo(genuine.getData());
    }

    @Test
    @DisplayName("JOBSET-17: a JobSet of somebody else is never touched; the job starts when it is gone")
    void aForeignJobSetIsNeverTouched() {
        user.createRuntime("two");
        JobSet foreign = foreignJobSet("taken");
        user.create("taken", "two");

        user.awaitEvent(CREATION_FAILED, "exists and is not controlled by this TrainJob");
        JobSet untouched = user.jobSet("taken").orElseThrow();
        assertThat(untouched.getMetadata().getUid())
                .isEqualTo(foreign.getMetadata().getUid());
        assertThat(untouched.getMetadata().getOwnerReferences()).isEmpty();
        assertThat(untouched.getMetadata().getManagedFields())
                .extracting(entry -> entry.getManager())
                .doesNotContain("trainer");

        admin.resources(JobSet.class)
                .inNamespace(user.namespace())
                .withName("taken")
                .delete();
        await().atMost(Duration.ofSeconds(60)).until(() -> user.jobSet("taken")
                .filter(found -> !found.getMetadata().getOwnerReferences().isEmpty())
                .isPresent());
    }

    @Test
    @DisplayName("JOBSET-12: a name that makes pod names too long is refused with the longest usable one")
    void aNameThatIsTooLongIsExplained() {
        user.createRuntime("two");
        String name = "a".repeat(49);
        user.create(name, "two");

        var event = user.awaitEvent(CREATION_FAILED, "metadata.name");

        assertThat(event.getMessage()).contains("at most 48");
        assertThat(requests.records(each -> each.namespace().equals(user.namespace())
                        && each.resource().equals("jobsets")
                        && each.isWrite()))
                .isEmpty();
    }

    @Test
    @DisplayName("PIPE-15, PIPE-16: a refused JobSet is told, not hammered, and created once it is permitted")
    void aRefusedJobSetIsToldAndTriedAgainSlowly() {
        user.createRuntime("two");
        admin.resource(new ResourceQuotaBuilder()
                        .withNewMetadata()
                        .withName("none")
                        .withNamespace(user.namespace())
                        .endMetadata()
                        .withNewSpec()
                        .addToHard("count/jobsets.jobset.x-k8s.io", new Quantity("0"))
                        .endSpec()
                        .build())
                .create();
        await().atMost(TrainJobScenario.LIMIT)
                .until(() -> admin.resourceQuotas()
                                .inNamespace(user.namespace())
                                .withName("none")
                                .get()
                                .getStatus()
                        != null);
        user.create("held", "two");
        user.awaitEvent(CREATION_FAILED, "exceeded quota");
        await().during(Duration.ofSeconds(3)).atMost(TrainJobScenario.LIMIT).until(() -> user.jobSet("held")
                .isEmpty());
        assertThat(writes("jobsets")).as("no retry storm").hasSizeLessThanOrEqualTo(2);

        admin.resourceQuotas().inNamespace(user.namespace()).withName("none").delete();
        user.patch("held", Map.of("metadata", Map.of("annotations", Map.of("touched", "yes"))));

        user.awaitRunningPods("held", 2);
    }

    @Test
    @DisplayName(
            "JOBSET-18, JOBSET-23: a JobSet that somebody deleted is made again, after a look at the TrainJob itself")
    void aDeletedJobSetComesBack() {
        user.createRuntime("two");
        user.create("again", "two");
        user.awaitRunningPods("again", 2);
        user.awaitStatus("again", status -> !status.jobsStatus().isEmpty());
        String uid = user.jobSet("again").orElseThrow().getMetadata().getUid();

        admin.resources(JobSet.class)
                .inNamespace(user.namespace())
                .withName("again")
                .delete();

        await().atMost(TrainJobScenario.LIMIT).until(() -> user.jobSet("again")
                .filter(found -> !found.getMetadata().getUid().equals(uid))
                .isPresent());
    }

    @Test
    @DisplayName("JOBSET-17: a TrainJob that is deleted and created again at once gets a JobSet of its own")
    void aTrainJobThatIsCreatedAgainGetsAJobSetOfItsOwn() {
        user.createRuntime("two");
        user.create("twice", "two");
        user.awaitRunningPods("twice", 2);
        user.delete("twice");
        await().atMost(TrainJobScenario.LIMIT)
                .until(() -> user.trainJob("twice").isEmpty());
        TrainJob second = user.create("twice", "two");

        await().atMost(TrainJobScenario.LIMIT).until(() -> user.jobSet("twice")
                .filter(found -> found.getMetadata().getOwnerReferences().stream()
                        .anyMatch(owner ->
                                owner.getUid().equals(second.getMetadata().getUid())))
                .isPresent());
        user.awaitRunningPods("twice", 2);
    }

    @Test
    @DisplayName("a namespace that is being deleted costs no storm of requests and leaves nothing behind")
    void aNamespaceOnItsWayOutIsLeftInPeace(TestCluster cluster) {
        try (TestNamespace leaving = cluster.createNamespace("leaving")) {
            TrainJobScenario there = new TrainJobScenario(cluster, leaving);
            there.createRuntime("two");
            there.create("short", "two");
            there.awaitRunningPods("short", 2);
            admin.namespaces().withName(leaving.name()).delete();
            await().atMost(Duration.ofSeconds(90))
                    .until(() -> admin.namespaces().withName(leaving.name()).get() == null);
            assertThat(requests.records(each -> each.namespace().equals(leaving.name()) && each.code() >= 400))
                    .as("refused requests")
                    // Runtime, snapshot and JobSet go one by one, and each may wake the job once: two reads and an
                    // event.
                    .hasSizeLessThanOrEqualTo(9);
        }
    }

    private List<AuditRecord> writes(String resource) {
        return requests.records(each ->
                each.namespace().equals(user.namespace()) && each.resource().equals(resource) && each.isWrite());
    }

    private JobSet foreignJobSet(String name) {
        String yaml =
                """
                apiVersion: jobset.x-k8s.io/v1alpha2
                kind: JobSet
                metadata: {name: %s, namespace: %s, labels: {mine: "yes"}}
                spec:
                  suspend: true
                  replicatedJobs:
                    - name: other
                      template: {spec: {template: {spec: {containers: [{name: c, image: "registry.example/other:1"}]}}}}
                """
                        .formatted(name, user.namespace());
        return admin.resource(admin.getKubernetesSerialization().unmarshal(yaml, JobSet.class))
                .create();
    }
}
