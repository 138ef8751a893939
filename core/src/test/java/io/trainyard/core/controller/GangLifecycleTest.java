package io.trainyard.core.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Quantity;
import io.trainyard.core.fixture.GangFixture.ExampleGroup;
import io.trainyard.core.fixture.GangFixture.ExampleScheduler;
import io.trainyard.core.fixture.Manifests;
import io.trainyard.core.gang.GangFacts;
import io.trainyard.core.gang.PodDefaults;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.core.kube.ApiFailure;
import io.trainyard.core.kube.InMemoryKubeApi;
import io.trainyard.core.plugin.Plugins;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainingRuntime;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("PodGroups through the life of a TrainJob (section 1.5)")
final class GangLifecycleTest {
    private boolean missing;
    private final GangFacts facts = new GangFacts() {
        @Override
        public PodDefaults podDefaults(String namespace) {
            return new PodDefaults(Map.of("cpu", new Quantity("1")), Map.of());
        }

        @Override
        public boolean isMissing(Class<? extends HasMetadata> kind) {
            return missing;
        }
    };
    private final Cluster cluster = new Cluster(Plugins.of(new ExampleScheduler(Optional.of("example"))), facts);

    @BeforeEach
    void selectTheScheduler() {
        cluster.api.patch(TrainingRuntime.class, "plain", "{spec: {podGroupPolicy: {kai: {}}}}");
        cluster.settle();
        cluster.requests();
    }

    @Test
    @DisplayName("the PodGroup is there before the JobSet (GANG-15)")
    void thePodGroupComesFirst() {
        cluster.create("demo", "");
        cluster.settle();

        assertThat(cluster.requests()).containsSubsequence("create PodGroup", "create JobSet");
        assertThat(minMember("demo")).isEqualTo(2);
    }

    @Test
    @DisplayName("that of a running job stays as it is, and is made again when somebody deletes it (GANG-46, GANG-47)")
    void aRunningGangIsFrozen() {
        cluster.create("demo", "");
        cluster.settle();
        cluster.run("demo");
        resize("demo", 5);
        cluster.settle();
        assertThat(minMember("demo")).isEqualTo(2);
        assertThat(cluster.requests()).doesNotContain("delete PodGroup");

        cluster.api.remove(ExampleGroup.class, "demo");
        cluster.api.patch(TrainJob.class, "demo", "{metadata: {labels: {touched: again}}}");
        cluster.settle();

        assertThat(cluster.api.find(ExampleGroup.class, "demo")).isPresent();
    }

    @Test
    @DisplayName("that of a suspended job follows the job (GANG-46, GANG-51)")
    void aSuspendedGangFollows() {
        cluster.create("demo", "suspend: true");
        cluster.settle();
        assertThat(minMember("demo")).isEqualTo(2);

        resize("demo", 5);
        cluster.settle();

        assertThat(minMember("demo")).isEqualTo(5);
    }

    @Test
    @DisplayName("the policy is that of the runtime which the job was made from, whatever that says now (GANG-54)")
    void aChangedRuntimeDoesNotMatter() {
        cluster.create("demo", "suspend: true");
        cluster.settle();
        cluster.api.patch(TrainingRuntime.class, "plain", "{spec: {podGroupPolicy: null}}");
        cluster.create("later", "suspend: true");

        resize("demo", 5);
        cluster.settle();

        assertThat(minMember("demo")).isEqualTo(5);
        assertThat(cluster.jobSet("later")).isPresent();
        assertThat(cluster.api.find(ExampleGroup.class, "later")).isEmpty();
    }

    @Test
    @DisplayName(
            "what is changed together with the resume is not lost, and comes before the JobSet is let go (GANG-46, GANG-15)")
    void aChangeAtTheResumeIsNotLost() {
        cluster.create("demo", "suspend: true");
        cluster.settle();
        cluster.requests();

        cluster.api.patch(TrainJob.class, "demo", "{spec: {suspend: false, trainer: {numNodes: 5}}}");
        cluster.settle();

        assertThat(minMember("demo")).isEqualTo(5);
        // The JobSet that never started is made anew, with five pods (JOBSET-22).
        assertThat(cluster.requests()).containsSubsequence("apply PodGroup", "create JobSet");
    }

    @Test
    @DisplayName(
            "a JobSet that is made anew finds a PodGroup for as many pods as it has: no gang waits for pods of the last one (GANG-46)")
    void aNewJobSetHasItsOwnGang() {
        cluster.create("demo", "trainer: {numNodes: 5}");
        cluster.settle();
        resize("demo", 3);
        cluster.settle();
        assertThat(minMember("demo")).as("while five pods run").isEqualTo(5);
        cluster.requests();

        cluster.api.remove(JobSet.class, "demo");
        cluster.settle();

        assertThat(minMember("demo")).isEqualTo(3);
        assertThat(cluster.requests()).containsSubsequence("apply PodGroup", "create JobSet");
    }

    @Test
    @DisplayName(
            "a gang whose initializer is done keeps its size when it is resized: PodGroup, JobSet and status agree, the job starts"
                    + " again, and the user is told how to get the new size (JOBSET-27)")
    void aStartedGangKeepsItsSize() {
        cluster.create("demo", "");
        cluster.settle();
        cluster.api.patch(
                JobSet.class,
                "demo",
                "{status: {replicatedJobsStatus: [{name: node, ready: 0, succeeded: 1, failed: 0, active: 0, suspended: 0}]}}");
        cluster.settle();
        cluster.suspend("demo", true);
        cluster.settle();
        resize("demo", 3);
        cluster.settle();
        cluster.suspend("demo", false);
        cluster.settle();

        assertThat(minMember("demo")).isEqualTo(2);
        assertThat(cluster.status("demo").nodes()).isEqualTo(2);
        assertThat(cluster.jobSet("demo").orElseThrow().suspended()).isFalse();
        assertThat(cluster.eventMessages())
                .contains(
                        "spec.trainer.numNodes: 3 has no effect, because JobSet demo has started with 2 and its number of"
                                + " pods can no longer change; delete that JobSet to start from the beginning with 3");

        cluster.api.remove(JobSet.class, "demo");
        cluster.settle();
        assertThat(minMember("demo")).isEqualTo(3);
        assertThat(cluster.status("demo").nodes()).isEqualTo(3);
    }

    @Test
    @DisplayName("a PodGroup of somebody else is not taken over, and the job says whose it is (GANG-45)")
    void aForeignPodGroupIsLeftAlone() {
        ExampleGroup theirs = new ExampleGroup();
        theirs.getMetadata().setNamespace("team-a");
        theirs.getMetadata().setName("demo");
        theirs.setSpec(Map.of("minMember", 7));
        cluster.api.put(theirs);

        cluster.create("demo", "suspend: true");
        cluster.settle();

        assertThat(minMember("demo")).isEqualTo(7);
        assertThat(cluster.jobSet("demo")).isEmpty();
        assertThat(cluster.eventMessages())
                .anyMatch(message ->
                        message.startsWith("TrainJob resources reconciliation failed: PodGroup team-a/demo exists"));
    }

    @Test
    @DisplayName(
            "groups that the plan has no more are deleted while the job is suspended, others of the TrainJob not at all (GANG-49)")
    void staleGroupsAreDeleted() {
        TrainJob job = cluster.create("demo", "suspend: true");
        cluster.settle();
        put("demo-l1-0a1b2c3d", job.getMetadata().getUid());
        put("other", "another-uid");

        resize("demo", 3);
        cluster.settle();

        assertThat(cluster.api.all(ExampleGroup.class))
                .extracting(group -> group.getMetadata().getName())
                .containsExactlyInAnyOrder("demo", "other");
    }

    @Test
    @DisplayName(
            "without the PodGroup kind there is no JobSet, a clear event, and no storm of passes; then it goes on (GANG-62, GANG-63)")
    void aMissingKind() {
        missing = true;
        cluster.create("demo", "");
        cluster.settle(Duration.ofMinutes(2));

        assertThat(cluster.jobSet("demo")).isEmpty();
        assertThat(cluster.eventMessages())
                .containsExactly(
                        "TrainJob resources reconciliation failed: podGroupPolicy.kai is set, but the PodGroup CRD"
                                + " podgroups.gang.example.com is not installed");
        assertThat(cluster.api.requests().stream()
                        .filter(request -> request.kind().equals("Event")))
                .hasSizeLessThanOrEqualTo(5);

        missing = false;
        cluster.settle(Duration.ofMinutes(6));
        assertThat(cluster.jobSet("demo")).isPresent();
    }

    @Test
    @DisplayName("a kind that is gone before its watch has ended is named all the same (GANG-48)")
    void aKindThatIsGoneAtTheWrite() {
        cluster.api.failNext(
                "create", "PodGroup", InMemoryKubeApi.failure(ApiFailure.Kind.NOT_FOUND, "404 page not found"));
        cluster.create("demo", "");
        cluster.settle();

        assertThat(cluster.eventMessages())
                .containsExactly(
                        "TrainJob resources reconciliation failed: podGroupPolicy.kai is set, but the PodGroup CRD"
                                + " podgroups.gang.example.com is not installed");
    }

    @Test
    @DisplayName("a finished job's PodGroup stays, and nothing is written any more (GANG-42, GANG-52)")
    void aFinishedJobKeepsItsPodGroup() {
        cluster.create("demo", "");
        cluster.settle();
        cluster.complete("demo");
        cluster.settle();
        cluster.requests();

        cluster.api.patch(ExampleGroup.class, "demo", "{metadata: {labels: {touched: again}}}");
        cluster.api.patch(TrainJob.class, "demo", "{metadata: {labels: {touched: again}}}");
        cluster.settle();

        assertThat(cluster.api.find(ExampleGroup.class, "demo")).isPresent();
        assertThat(cluster.requests()).isEmpty();
    }

    @Test
    @DisplayName("a job that another controller manages gets no PodGroup (GANG-53)")
    void aJobOfAnotherController() {
        cluster.create("demo", "managedBy: kueue.x-k8s.io/multikueue");
        cluster.settle();

        assertThat(cluster.api.all(ExampleGroup.class)).isEmpty();
    }

    private void resize(String name, int nodes) {
        cluster.api.patch(TrainJob.class, name, "{spec: {trainer: {numNodes: " + nodes + "}}}");
    }

    private void put(String name, String ownerUid) {
        ExampleGroup group = Manifests.read(
                "{metadata: {namespace: team-a, name: " + name + ", ownerReferences: [{apiVersion:"
                        + " trainer.kubeflow.org/v1alpha1, kind: TrainJob, name: x, uid: " + ownerUid
                        + ", controller: true}]}, spec: {minMember: 1}}",
                ExampleGroup.class);
        cluster.api.put(group);
    }

    private Object minMember(String name) {
        return cluster.api
                .find(ExampleGroup.class, name)
                .orElseThrow()
                .getSpec()
                .get("minMember");
    }
}
