package io.trainyard.core.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.core.kube.ApiFailure;
import io.trainyard.core.kube.InMemoryKubeApi;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.model.TrainJob;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A change of a JobSet")
final class JobSetChangesTest {
    private static final String STARTED =
            "{status: {replicatedJobsStatus: [{name: node, ready: 0, succeeded: 1, failed: 0, active: 0, suspended: 0}]}}";

    private final Cluster cluster = new Cluster();

    @Test
    @DisplayName(
            "does not create it anew when it was deleted unnoticed; that takes a look at the TrainJob first (JOBSET-18)")
    void doesNotCreate() {
        suspended("");
        cluster.api.remove(JobSet.class, "demo");
        cluster.suspend("demo", false);
        cluster.controller.trainJobs.deliver();
        assertThat(cluster.jobSet("demo")).isEmpty();
        cluster.requests();
        cluster.settle();
        assertThat(cluster.requests()).containsExactly("get TrainJob", "create JobSet", "status TrainJob");
    }

    @Test
    @DisplayName("does not create it when it goes away in the very moment of the apply (JOBSET-18)")
    void doesNotCreateInTheLastMoment() {
        suspended("");
        onNext("apply", () -> {
            cluster.api.remove(JobSet.class, "demo");
            cluster.api.remove(TrainJob.class, "demo");
        });
        cluster.suspend("demo", false);
        cluster.settle();
        assertThat(cluster.api.all(JobSet.class)).isEmpty();
    }

    @Test
    @DisplayName(
            "does not touch the JobSet of somebody else that took its place in the very moment of the apply (JOBSET-17)")
    void doesNotTouchAnother() {
        suspended("");
        onNext("apply", () -> {
            cluster.api.remove(JobSet.class, "demo");
            cluster.putForeignJobSet("demo");
        });
        cluster.suspend("demo", false);
        cluster.settle();
        assertThat(cluster.jobSet("demo").orElseThrow().getMetadata().getManagedFields())
                .isEmpty();
        assertThat(cluster.eventReasons()).contains("TrainJobResourcesCreationFailed");
    }

    @Test
    @DisplayName("that is refused for another reason than immutability never deletes the JobSet (JOBSET-22)")
    void isNoReasonToDelete() {
        suspended("");
        String uid = uid();
        for (int i = 0; i < 2; i++) {
            cluster.api.failNext("apply", "JobSet", InMemoryKubeApi.failure(ApiFailure.Kind.FORBIDDEN, "quota"));
        }
        cluster.suspend("demo", false);
        cluster.settle();
        assertThat(cluster.requests()).doesNotContain("delete JobSet");
        assertThat(cluster.eventReasons()).contains("TrainJobResourcesCreationFailed");
        cluster.settle(Duration.ofMinutes(3));
        assertThat(uid()).isEqualTo(uid);
        assertThat(cluster.jobSet("demo").orElseThrow().suspended()).isFalse();
    }

    @Test
    @DisplayName("of something immutable replaces a JobSet that never started (JOBSET-22)")
    void replacesWhatNeverStarted() {
        suspended("");
        String uid = uid();
        cluster.api.patch(TrainJob.class, "demo", "{spec: {trainer: {image: better}}}");
        cluster.settle(Duration.ofSeconds(3));
        assertThat(uid()).isNotEqualTo(uid);
        assertThat(image()).isEqualTo("better");
    }

    @Test
    @DisplayName(
            "that leaves out something immutable resumes a started JobSet all the same and says what was ignored (JOBSET-22)")
    void resumesWithoutWhatWasRemoved() {
        suspended("trainer: {command: [sh]}");
        cluster.api.patch(JobSet.class, "demo", STARTED);
        cluster.settle();
        cluster.api.patch(TrainJob.class, "demo", "{spec: {suspend: false, trainer: null}}");
        cluster.settle();
        assertThat(cluster.jobSet("demo").orElseThrow().suspended()).isFalse();
        assertThat(cluster.events())
                .filteredOn(event -> event.getReason().equals("JobSetImmutableFieldsIgnored"))
                .singleElement()
                .satisfies(event -> assertThat(event.getMessage()).endsWith("containers[node].command"));
    }

    @Test
    @DisplayName("that was ignored is not sent again until something changes (JOBSET-22)")
    void isNotRepeated() {
        suspended("");
        cluster.api.patch(JobSet.class, "demo", STARTED);
        cluster.settle();
        cluster.api.patch(TrainJob.class, "demo", "{spec: {trainer: {image: better}}}");
        cluster.settle();
        cluster.requests();
        for (int i = 0; i < 3; i++) {
            cluster.api.patch(TrainJob.class, "demo", "{metadata: {annotations: {touched: t" + i + "}}}");
            cluster.settle();
        }
        assertThat(cluster.requests()).isEmpty();
        cluster.suspend("demo", false);
        cluster.settle();
        assertThat(cluster.jobSet("demo").orElseThrow().suspended()).isFalse();
        assertThat(image()).isEqualTo("train");
    }

    @Test
    @DisplayName("that was ignored does not keep mutable parts from being mended (JOBSET-20)")
    void mendsMutablePartsBesideIgnoredOnes() {
        cluster.changeRuntime("nodeSelector: {pool: a}, ");
        suspended("");
        cluster.api.patch(JobSet.class, "demo", STARTED);
        cluster.settle();
        cluster.api.patch(TrainJob.class, "demo", "{spec: {trainer: {image: better}}}");
        cluster.settle();
        cluster.changeRuntime("");
        cluster.api.remove(ConfigMap.class, "demo-runtime-snapshot");
        cluster.settle();
        assertThat(podSpec()).doesNotContainKey("nodeSelector");
    }

    @Test
    @DisplayName(
            "that a webhook of somebody else makes as the JobSet is created is not fought: it stays, and is resumed as it is (JOBSET-22)")
    void leavesWhatAWebhookChanges() {
        cluster.api.addFaults(request -> {
            if (request.verb().equals("create") && request.kind().equals("JobSet")) {
                containers(request.body()).get(0).put("image", "mirror/train");
            }
            return Optional.empty();
        });
        suspended("");
        String uid = uid();
        for (int i = 0; i < 3; i++) {
            cluster.api.patch(TrainJob.class, "demo", "{metadata: {annotations: {touched: t" + i + "}}}");
            cluster.settle(Duration.ofSeconds(5));
            cluster.reportSuspended("demo");
            cluster.settle();
        }
        assertThat(cluster.requests()).isEmpty();
        cluster.suspend("demo", false);
        cluster.settle(Duration.ofSeconds(5));
        assertThat(uid()).isEqualTo(uid);
        assertThat(cluster.jobSet("demo").orElseThrow().suspended()).isFalse();
        assertThat(image()).isEqualTo("mirror/train");
        assertThat(cluster.eventReasons()).doesNotContain("JobSetImmutableFieldsIgnored");
    }

    @Test
    @DisplayName("begins with a create for a suspended job too, so that nothing of others is overwritten (JOBSET-17)")
    void beginsWithACreate() {
        cluster.create("demo", "suspend: true");
        cluster.settle();
        assertThat(cluster.requests()).containsExactly("create ConfigMap", "create JobSet", "status TrainJob");
    }

    @Test
    @DisplayName("takes away what the create said and nobody says any more (JOBSET-15)")
    void removesWhatTheCreateSaid() {
        cluster.changeRuntime("nodeSelector: {pool: a}, ");
        suspended("");
        assertThat(podSpec()).containsKey("nodeSelector");
        cluster.changeRuntime("");
        cluster.api.remove(ConfigMap.class, "demo-runtime-snapshot");
        cluster.settle();
        assertThat(podSpec()).doesNotContainKey("nodeSelector");
    }

    private void suspended(String more) {
        cluster.create("demo", "suspend: true" + (more.isEmpty() ? "" : ", " + more));
        cluster.settle();
        cluster.reportSuspended("demo");
        cluster.settle();
        cluster.requests();
    }

    /** Something that happens when the next request of that sort reaches the API server. */
    private void onNext(String verb, Runnable event) {
        boolean[] done = new boolean[1];
        cluster.api.addFaults(request -> {
            if (!done[0] && request.verb().equals(verb) && request.kind().equals("JobSet")) {
                done[0] = true;
                event.run();
            }
            return Optional.empty();
        });
    }

    private String uid() {
        return cluster.jobSet("demo").orElseThrow().getMetadata().getUid();
    }

    private Object image() {
        return Tree.objects(podSpec(), "containers").get(0).get("image");
    }

    private static List<Map<String, Object>> containers(Map<String, Object> jobSet) {
        return Tree.objects(
                Tree.objects(jobSet, "spec", "replicatedJobs").get(0),
                "template",
                "spec",
                "template",
                "spec",
                "containers");
    }

    private Map<String, Object> podSpec() {
        return Tree.child(
                cluster.jobSet("demo").orElseThrow().replicatedJobs().get(0), "template", "spec", "template", "spec");
    }
}
