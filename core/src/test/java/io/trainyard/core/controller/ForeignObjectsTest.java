package io.trainyard.core.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Service;
import io.trainyard.core.fixture.Manifests;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.core.runtime.RuntimeSnapshot;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainingRuntime;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Objects of somebody else")
final class ForeignObjectsTest {
    private final Cluster cluster = new Cluster();

    @Test
    @DisplayName("a JobSet is not touched, and when it goes away its name is used at once (JOBSET-17)")
    void aJobSet() {
        JobSet foreign = cluster.putForeignJobSet("demo");
        cluster.create("demo", "");
        cluster.settle();
        assertThat(cluster.jobSet("demo").orElseThrow().getMetadata()).isEqualTo(foreign.getMetadata());
        assertThat(cluster.events()).singleElement().satisfies(event -> assertThat(event.getMessage())
                .contains("is not controlled by this TrainJob"));
        cluster.api.remove(JobSet.class, "demo");
        cluster.settle();
        assertThat(cluster.jobSet("demo").orElseThrow().getMetadata().getOwnerReferences())
                .hasSize(1);
    }

    @Test
    @DisplayName("a JobSet that goes away while the pass is under way is no reason to wait either (JOBSET-17)")
    void aJobSetThatGoesAwayDuringThePass() {
        cluster.putForeignJobSet("demo");
        boolean[] done = new boolean[1];
        cluster.api.addFaults(request -> {
            if (!done[0] && request.kind().equals("ConfigMap")) {
                done[0] = true;
                // The event is there when the pass has read the JobSet but has not ended.
                cluster.api.setLatency(() -> new io.trainyard.core.kube.InMemoryKubeApi.Latency(
                        Duration.ofMillis(20), Duration.ofMillis(20)));
            }
            return java.util.Optional.empty();
        });
        cluster.create("demo", "suspend: true");
        cluster.controller.deliverAll();
        cluster.api.remove(JobSet.class, "demo");
        cluster.settle(Duration.ofSeconds(2));
        assertThat(cluster.jobSet("demo").orElseThrow().getMetadata().getOwnerReferences())
                .hasSize(1);
    }

    @Test
    @DisplayName(
            "a finalizer that keeps the JobSet of an earlier TrainJob of that name is told of after a minute, and when it is gone the job starts (JOBSET-17)")
    void aFinalizerOnTheJobSetOfANamesake() {
        cluster.create("demo", "");
        cluster.settle();
        cluster.api.patch(JobSet.class, "demo", "{metadata: {finalizers: [example.com/keep]}}");
        cluster.api.remove(TrainJob.class, "demo");
        cluster.api.collectGarbage();
        TrainJob again = cluster.create("demo", "");
        cluster.settle(Duration.ofSeconds(50));
        assertThat(cluster.events()).as("that may take a moment").isEmpty();
        cluster.requests();
        cluster.settle(Duration.ofMinutes(4));
        assertThat(cluster.requests()).as("waiting costs nothing").isEmpty();
        assertThat(cluster.events()).singleElement().satisfies(event -> {
            assertThat(event.getInvolvedObject().getUid())
                    .isEqualTo(again.getMetadata().getUid());
            assertThat(event.getReason()).isEqualTo("JobSetLingers");
            assertThat(event.getMessage())
                    .contains("JobSet demo of an earlier TrainJob of this name", "example.com/keep");
        });
        cluster.api.patch(JobSet.class, "demo", "{metadata: {finalizers: null}}");
        cluster.settle(Duration.ofSeconds(2));
        assertThat(cluster.jobSet("demo").orElseThrow().getMetadata().getOwnerReferences())
                .singleElement()
                .satisfies(owner ->
                        assertThat(owner.getUid()).isEqualTo(again.getMetadata().getUid()));
    }

    @Test
    @DisplayName("a finalizer that keeps the job's own JobSet, which somebody deleted, is told of as well (JOBSET-23)")
    void aFinalizerOnTheJobSet() {
        cluster.create("demo", "");
        cluster.settle();
        cluster.api.patch(JobSet.class, "demo", "{metadata: {finalizers: [example.com/keep]}}");
        cluster.api.remove(JobSet.class, "demo");
        cluster.settle(Duration.ofSeconds(50));
        assertThat(cluster.events()).as("that may take a moment").isEmpty();
        cluster.settle(Duration.ofMinutes(1));
        assertThat(cluster.events()).singleElement().satisfies(event -> assertThat(event.getMessage())
                .contains("JobSet demo is gone", "example.com/keep"));
    }

    @Test
    @DisplayName(
            "a Service that has the name of the job is left alone; the job says so and starts when the name is free (OPS-82, OPS-83)")
    void aService() {
        Service foreign = cluster.api.put(service("demo", ""));
        cluster.create("demo", "");
        cluster.settle(Duration.ofSeconds(5));
        assertThat(cluster.jobSet("demo")).isEmpty();
        assertThat(cluster.api.find(Service.class, "demo")).contains(foreign);
        assertThat(cluster.events()).singleElement().satisfies(event -> {
            assertThat(event.getReason()).isEqualTo("ServiceConflict");
            assertThat(event.getMessage()).contains("Service demo belongs to somebody else");
        });
        assertThat(cluster.status("demo").conditions()).isEmpty();
        cluster.api.remove(Service.class, "demo");
        cluster.settle();
        assertThat(cluster.jobSet("demo")).isPresent();
    }

    @Test
    @DisplayName(
            "a Service that another JobSet owns is in the way too, under whatever name the pods find each other (OPS-80, OPS-83)")
    void aServiceOfAnotherJobSet() {
        cluster.changeSubdomain("shared");
        cluster.api.put(service("shared", "ownerReferences: [{kind: JobSet, name: other, uid: u, controller: true}]"));
        cluster.create("demo", "");
        cluster.settle(Duration.ofSeconds(5));
        assertThat(cluster.jobSet("demo")).isEmpty();
        cluster.api.remove(Service.class, "shared");
        cluster.settle();
        assertThat(cluster.jobSet("demo")).isPresent();
    }

    @Test
    @DisplayName(
            "the Service of an earlier JobSet of that name, and Services of other names, are in nobody's way (OPS-84)")
    void servicesThatAreNotInTheWay() {
        cluster.api.put(
                service("demo", "ownerReferences: [{kind: JobSet, name: demo, uid: earlier, controller: true}]"));
        cluster.api.put(service("demo-exporter", ""));
        cluster.create("demo", "");
        cluster.settle();
        assertThat(cluster.jobSet("demo")).isPresent();
        assertThat(cluster.events()).isEmpty();
    }

    private static Service service(String name, String metadata) {
        return Manifests.read(
                """
                apiVersion: v1
                kind: Service
                metadata:
                  name: %s
                  namespace: team-a
                  %s
                spec: {clusterIP: None, selector: {app: other}}
                """
                        .formatted(name, metadata),
                Service.class);
    }

    @Test
    @DisplayName("a ConfigMap that has the name of the snapshot is not even labelled (PIPE-72)")
    void aConfigMap() {
        ConfigMap foreign = cluster.api.put(Manifests.read(
                """
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: demo-runtime-snapshot, namespace: team-a}
                data: {runtime: mine}
                """,
                ConfigMap.class));
        cluster.create("demo", "");
        cluster.settle();
        assertThat(cluster.snapshot("demo")).contains(foreign);
        assertThat(cluster.jobSet("demo")).isEmpty();
        assertThat(cluster.events()).singleElement().satisfies(event -> assertThat(event.getMessage())
                .contains("ConfigMap team-a/demo-runtime-snapshot belongs to something else than this TrainJob"));
        cluster.api.remove(ConfigMap.class, "demo-runtime-snapshot");
        cluster.settle(Duration.ofMinutes(1));
        assertThat(cluster.jobSet("demo")).isPresent();
    }

    @Test
    @DisplayName(
            "a snapshot that another controller made for this very TrainJob is adopted when it says what the runtime says (PIPE-71, PIPE-94)")
    void anUnlabelledSnapshot() {
        TrainJob demo = cluster.create("demo", "");
        cluster.settle();
        cluster.api.remove(JobSet.class, "demo");
        replaceSnapshotByAnothers(demo, "image: train");
        cluster.settle(Duration.ofSeconds(1));
        assertThat(cluster.snapshot("demo").orElseThrow().getMetadata().getLabels())
                .containsAllEntriesOf(RuntimeSnapshot.LABELS);
        assertThat(cluster.jobSet("demo")).isPresent();
        assertThat(cluster.events()).as("a harmless race warns nobody").isEmpty();
    }

    @Test
    @DisplayName(
            "a TrainJob that another controller started goes on with its JobSet when its runtime has changed or is gone (PIPE-73, PIPE-94)")
    void anUnlabelledSnapshotWithoutRuntime() {
        TrainJob demo = cluster.create("demo", "");
        cluster.settle();
        cluster.run("demo");
        cluster.suspend("demo", true);
        cluster.settle(Duration.ofSeconds(1));
        cluster.reportSuspended("demo");
        replaceSnapshotByAnothers(demo, "image: kept");
        cluster.api.remove(TrainingRuntime.class, "plain");
        cluster.restart();
        cluster.settle(Duration.ofSeconds(1));
        cluster.suspend("demo", false);
        cluster.settle(Duration.ofSeconds(1));
        assertThat(cluster.jobSet("demo").map(JobSet::suspended)).contains(false);
        assertThat(cluster.eventReasons())
                .contains("RuntimeSnapshotNotTrusted")
                .doesNotContain("TrainJobResourcesCreationFailed");
    }

    /** Kubeflow Trainer's have no label of ours, and nobody has signed them. */
    private void replaceSnapshotByAnothers(TrainJob trainJob, String image) {
        String text = cluster.snapshot("demo").orElseThrow().getData().get("runtime");
        cluster.api.remove(ConfigMap.class, "demo-runtime-snapshot");
        cluster.api.put(Manifests.read(
                """
                apiVersion: v1
                kind: ConfigMap
                metadata:
                  name: demo-runtime-snapshot
                  namespace: team-a
                  ownerReferences:
                    - {apiVersion: trainer.kubeflow.org/v1alpha1, kind: TrainJob, name: demo, uid: %s, controller: true}
                data:
                  runtime: |
                %s"""
                        .formatted(
                                trainJob.getMetadata().getUid(),
                                text.replace("image: train", image).indent(4)),
                ConfigMap.class));
    }
}
