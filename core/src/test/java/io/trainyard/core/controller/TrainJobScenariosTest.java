package io.trainyard.core.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Pod;
import io.trainyard.core.fixture.Manifests;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.core.kube.ApiFailure;
import io.trainyard.core.kube.InMemoryKubeApi;
import io.trainyard.core.queue.Outcome;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainingRuntime;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("A TrainJob")
final class TrainJobScenariosTest {
    private static final String FAILED = "TrainJobResourcesCreationFailed";

    private final Cluster cluster = new Cluster();

    @Test
    @DisplayName("waits for its runtime, and is built as soon as there is one (PIPE-71)")
    void waitsForItsRuntime() {
        cluster.api.remove(TrainingRuntime.class, "plain");
        cluster.create("demo", "");
        cluster.settle(Duration.ofSeconds(5));
        assertThat(cluster.snapshot("demo")).isEmpty();
        assertThat(onlyEvent().getMessage()).contains("there is no TrainingRuntime team-a/plain");
        assertThat(cluster.status("demo").state()).endsWith("there is no TrainingRuntime team-a/plain");
        cluster.putRuntime();
        cluster.settle(Duration.ofSeconds(1));
        assertThat(cluster.jobSet("demo")).isPresent();
        assertThat(cluster.status("demo").state())
                .as("what is over (STATUS-32)")
                .isNull();
    }

    @Test
    @DisplayName("whose snapshot cannot be read says so, and is built from a new one (PIPE-72, PIPE-94)")
    void replacesABrokenSnapshot() {
        String uid = cluster.create("demo", "").getMetadata().getUid();
        cluster.api.put(Manifests.read(
                """
                apiVersion: v1
                kind: ConfigMap
                metadata:
                  name: demo-runtime-snapshot
                  namespace: team-a
                  labels: {app.kubernetes.io/managed-by: trainyard}
                  ownerReferences:
                    - {apiVersion: trainer.kubeflow.org/v1alpha1, kind: TrainJob, name: demo, uid: %s, controller: true}
                data: {runtime: "spec: ["}
                """
                        .formatted(uid),
                ConfigMap.class));
        cluster.settle(Duration.ofSeconds(1));
        assertThat(onlyEvent().getMessage()).contains("is not signed by this controller", "it is replaced");
        assertThat(cluster.jobSet("demo")).isPresent();
    }

    @Test
    @DisplayName("whose name is too long for its pods says so and makes nothing")
    void saysThatItsNameIsTooLong() {
        cluster.create("a".repeat(63), "");
        cluster.settle(Duration.ofSeconds(5));
        assertThat(cluster.requests()).as("what it waits for").containsExactly("status TrainJob");
        assertThat(onlyEvent().getReason()).isEqualTo(FAILED);
    }

    @ParameterizedTest
    @EnumSource(
            value = ApiFailure.Kind.class,
            names = {"FORBIDDEN", "INVALID", "OVERLOADED", "SERVER_ERROR", "UNREACHABLE", "UNAUTHORIZED"})
    @DisplayName("whose JobSet is refused tells it once and is built when that is over (PIPE-16)")
    void isBuiltWhenTheRefusalIsOver(ApiFailure.Kind kind) {
        for (int i = 0; i < 3; i++) {
            cluster.api.failNext("create", "JobSet", InMemoryKubeApi.failure(kind, "no"));
        }
        cluster.create("demo", "");
        cluster.settle();
        assertThat(onlyEvent().getReason()).isEqualTo(FAILED);
        cluster.settle(Duration.ofMinutes(3));
        assertThat(cluster.jobSet("demo")).isPresent();
        assertThat(cluster.requests()).filteredOn("create JobSet"::equals).hasSize(4);
    }

    @ParameterizedTest
    @EnumSource(
            value = ApiFailure.Kind.class,
            names = {"CONFLICT", "ALREADY_EXISTS"})
    @DisplayName(
            "for whose JobSet somebody else was faster is built in a later reconcile, and nobody is warned (STATUS-30)")
    void isNotWarnedOfAPassingConflict(ApiFailure.Kind kind) {
        for (int i = 0; i < 3; i++) {
            cluster.api.failNext("create", "JobSet", InMemoryKubeApi.failure(kind, "changed meanwhile"));
        }
        cluster.create("demo", "");

        cluster.settle(Duration.ofSeconds(50));

        assertThat(cluster.jobSet("demo")).isPresent();
        assertThat(cluster.eventReasons()).doesNotContain(FAILED);
    }

    @Test
    @DisplayName("whose conflicts do not end within a minute tells it (STATUS-30)")
    void isWarnedOfAConflictThatLasts() {
        cluster.api.addFaults(
                request -> request.verb().equals("create") && request.kind().equals("JobSet")
                        ? Optional.of(new InMemoryKubeApi.Fault(
                                InMemoryKubeApi.failure(ApiFailure.Kind.CONFLICT, "changed meanwhile"), false))
                        : Optional.empty());
        cluster.create("demo", "");

        cluster.settle(Duration.ofSeconds(50));
        assertThat(cluster.eventReasons()).doesNotContain(FAILED);

        cluster.settle(Duration.ofMinutes(5));
        assertThat(cluster.eventReasons()).contains(FAILED);
    }

    @Test
    @DisplayName("in a namespace that is being deleted asks for nothing more than it must, not even for an event")
    void inANamespaceThatGoesAwayIsQuiet() {
        cluster.api.failNext(
                "create",
                "ConfigMap",
                InMemoryKubeApi.failure(
                        ApiFailure.Kind.NAMESPACE_TERMINATING,
                        "configmaps \"demo-runtime-snapshot\" is forbidden: unable to create new content in namespace team-a"
                                + " because it is being terminated"));
        cluster.create("demo", "");
        cluster.settle(Duration.ofSeconds(20));
        assertThat(cluster.api.requests()).hasSize(1);
        cluster.settle(Duration.ofSeconds(20));
        assertThat(cluster.jobSet("demo"))
                .as("should the namespace stay after all")
                .isPresent();
        assertThat(cluster.events()).isEmpty();
    }

    @Test
    @DisplayName("survives an API server that is away for a while, without asking it all the time (FAB-26)")
    void survivesAnApiServerThatIsAway() {
        cluster.api.addFaults(request -> Optional.of(new InMemoryKubeApi.Fault(
                InMemoryKubeApi.failure(ApiFailure.Kind.UNREACHABLE, "connection failed"), false)));
        cluster.create("demo", "");
        cluster.settle(Duration.ofMinutes(1));
        assertThat(cluster.requests()).hasSizeBetween(3, 15);
        cluster.api.clearFaults();
        cluster.settle(Duration.ofMinutes(2));
        assertThat(cluster.jobSet("demo")).isPresent();
    }

    @Test
    @DisplayName("whose status write meets a conflict writes it in the next pass (STATUS-14)")
    void writesItsStatusAgain() {
        cluster.api.failNext("status", "TrainJob", InMemoryKubeApi.failure(ApiFailure.Kind.CONFLICT, "changed"));
        cluster.create("demo", "suspend: true");
        cluster.settle(Duration.ofSeconds(1));
        assertThat(cluster.conditions("demo")).containsExactly("Suspended=True/Suspended");
        assertThat(cluster.eventReasons()).containsExactly("Suspended");
    }

    @Test
    @DisplayName("that goes away just before its status is written is no failure (STATUS-14)")
    void isNotMissed() {
        cluster.create("demo", "suspend: true");
        cluster.api.addFaults(request -> {
            if (request.verb().equals("status")
                    && cluster.api.find(TrainJob.class, "demo").isPresent()) {
                cluster.api.remove(TrainJob.class, "demo");
            }
            return Optional.empty();
        });
        cluster.controller.trainJobs.deliverOne(false);
        assertThat(cluster.controller.takeOutcomes()).hasSize(1).noneMatch(Outcome.Retry.class::isInstance);
        cluster.settle();
        cluster.api.collectGarbage();
        cluster.settle();
        assertThat(cluster.api.all(JobSet.class)).isEmpty();
        assertThat(cluster.api.all(ConfigMap.class)).isEmpty();
    }

    @Test
    @DisplayName("is suspended and resumed as often as its user likes, told each time (JOBSET-21, STATUS-21)")
    void isSuspendedAndResumed() {
        cluster.create("demo", "");
        cluster.settle();
        String uid = cluster.jobSet("demo").orElseThrow().getMetadata().getUid();
        for (int i = 0; i < 3; i++) {
            cluster.run("demo");
            cluster.settle(Duration.ofSeconds(4));
            cluster.suspend("demo", true);
            cluster.settle();
            assertThat(cluster.jobSet("demo").orElseThrow().suspended()).isTrue();
            assertThat(cluster.conditions("demo")).containsExactly("Suspended=True/Suspended");
            cluster.reportSuspended("demo");
            cluster.settle();
            cluster.suspend("demo", false);
            cluster.settle();
            assertThat(cluster.jobSet("demo").orElseThrow().suspended()).isFalse();
            assertThat(cluster.conditions("demo")).containsExactly("Suspended=False/Resumed");
        }
        assertThat(cluster.jobSet("demo").orElseThrow().getMetadata().getUid()).isEqualTo(uid);
        assertThat(cluster.events())
                .extracting(event -> event.getReason() + " " + event.getCount())
                .containsExactlyInAnyOrder("Suspended 3", "Resumed 3");
    }

    @Test
    @DisplayName(
            "that cannot be built any more can still be suspended, and is resumed when it can be built (JOBSET-22)")
    void isSuspendedAlthoughItCannotBeBuilt() {
        cluster.create("demo", "");
        cluster.settle();
        cluster.run("demo");
        cluster.settle(Duration.ofSeconds(4));
        cluster.api.remove(TrainingRuntime.class, "plain");
        cluster.api.remove(ConfigMap.class, "demo-runtime-snapshot");
        cluster.settle();
        cluster.suspend("demo", true);
        cluster.settle();

        assertThat(cluster.jobSet("demo").orElseThrow().suspended()).isTrue();
        cluster.reportSuspended("demo");
        cluster.settle();
        cluster.requests();
        cluster.settle(Duration.ofMinutes(5));
        assertThat(cluster.requests()).as("once is enough").doesNotContain("patch JobSet");

        cluster.putRuntime();
        cluster.suspend("demo", false);
        cluster.settle(Duration.ofSeconds(1));
        assertThat(cluster.jobSet("demo").orElseThrow().suspended()).isFalse();
    }

    @Test
    @DisplayName("gets its JobSet anew when somebody deletes it (JOBSET-23)")
    void getsItsJobSetAnew() {
        cluster.create("demo", "");
        cluster.settle();
        cluster.run("demo");
        cluster.settle(Duration.ofSeconds(4));
        cluster.requests();
        cluster.api.remove(JobSet.class, "demo");
        cluster.settle();
        // The counters start over.
        assertThat(cluster.requests()).containsExactly("get TrainJob", "create JobSet", "status TrainJob");
    }

    @Test
    @DisplayName(
            "that has ended is not built again when its JobSet goes away, not even by a new process (JOBSET-24, STATUS-10)")
    void isNotBuiltAgain() {
        cluster.create("demo", "");
        cluster.settle();
        cluster.complete("demo");
        cluster.settle();
        cluster.requests();
        cluster.api.remove(JobSet.class, "demo");
        cluster.settle(Duration.ofMinutes(1));
        cluster.restart();
        cluster.settle(Duration.ofMinutes(1));
        assertThat(cluster.requests()).isEmpty();
        assertThat(cluster.conditions("demo")).containsExactly("Complete=True/AllJobsCompleted");
    }

    @Test
    @DisplayName("ends although its JobSet is deleted the moment it ends, and the watch tells both at once (STATUS-09)")
    void endsWithTheShortestTimeToLive() {
        cluster.create("demo", "");
        cluster.settle();
        cluster.fail("demo");
        cluster.api.remove(JobSet.class, "demo");
        cluster.controller.jobSets.relist();
        cluster.settle();
        assertThat(cluster.conditions("demo")).containsExactly("Failed=True/FailedJobs");
        assertThat(cluster.jobSet("demo")).isEmpty();
    }

    @Test
    @DisplayName("of another controller is left alone (STATUS-16)")
    void ofAnotherControllerIsLeftAlone() {
        cluster.create("demo", "managedBy: kueue.x-k8s.io/multikueue");
        cluster.settle(Duration.ofMinutes(1));
        assertThat(cluster.api.requests()).isEmpty();
    }

    @Test
    @DisplayName("that is on its way out is not built again (JOBSET-19)")
    void onItsWayOutIsNotBuilt() {
        cluster.create("demo", "");
        cluster.settle();
        cluster.api.patch(TrainJob.class, "demo", "{metadata: {finalizers: [foregroundDeletion]}}");
        cluster.settle();
        cluster.requests();
        cluster.api.remove(TrainJob.class, "demo");
        cluster.settle();
        cluster.api.remove(JobSet.class, "demo");
        cluster.settle(Duration.ofMinutes(1));
        assertThat(cluster.requests()).isEmpty();
    }

    @Test
    @DisplayName("that fails says which container failed first and why (STATUS-21)")
    void saysWhatFailed() {
        cluster.create("demo", "");
        cluster.settle();
        cluster.api.put(Manifests.read(
                """
                apiVersion: v1
                kind: Pod
                metadata: {name: demo-node-0-0, namespace: team-a, labels: {jobset.sigs.k8s.io/jobset-name: demo}}
                """,
                Pod.class));
        cluster.api.patch(
                Pod.class,
                "demo-node-0-0",
                """
                status:
                  containerStatuses:
                    - {name: node, state: {terminated: {exitCode: 137, reason: OOMKilled, finishedAt: "2026-01-05T10:00:00Z"}}}
                """);
        cluster.fail("demo");
        cluster.settle();
        assertThat(onlyEvent().getReason()).isEqualTo("Failed");
        assertThat(onlyEvent().getMessage())
                .endsWith("container node of pod demo-node-0-0 exited with code 137 (OOMKilled)");
    }

    @Test
    @DisplayName("that fails does not blame a pod that is left of an earlier TrainJob of its name (STATUS-21)")
    void doesNotBlamePodsOfANamesake() {
        cluster.create("demo", "");
        cluster.settle();
        failedPod("left", "earlier", 137, "09:59:00");
        failedPod("own", cluster.jobSet("demo").orElseThrow().getMetadata().getUid(), 1, "10:00:30");
        cluster.fail("demo");
        cluster.settle();
        assertThat(onlyEvent().getMessage()).endsWith("container node of pod own exited with code 1");
    }

    private void failedPod(String name, String jobSet, int code, String time) {
        cluster.api.put(Manifests.read(
                """
                apiVersion: v1
                kind: Pod
                metadata:
                  name: %s
                  namespace: team-a
                  labels: {jobset.sigs.k8s.io/jobset-name: demo, jobset.sigs.k8s.io/jobset-uid: "%s"}
                """
                        .formatted(name, jobSet),
                Pod.class));
        cluster.api.patch(
                Pod.class,
                name,
                """
                status:
                  containerStatuses:
                    - {name: node, state: {terminated: {exitCode: %d, finishedAt: "2026-01-05T%sZ"}}}
                """
                        .formatted(code, time));
    }

    private Event onlyEvent() {
        assertThat(cluster.events()).hasSize(1);
        return cluster.events().get(0);
    }
}
