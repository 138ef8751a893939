package io.trainyard.core.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.config.ElasticSettings;
import io.trainyard.core.config.ElasticSettings.JobSetScaling;
import io.trainyard.core.config.ElasticSettings.OnUnsupported;
import io.trainyard.core.gang.GangFacts;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.core.kube.ApiFailure;
import io.trainyard.core.kube.InMemoryKubeApi;
import io.trainyard.core.plugin.Plugins;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.component.Component;
import io.trainyard.spi.component.Components;
import io.trainyard.spi.extension.ComponentBuilder;
import io.trainyard.spi.extension.EnforceMLPolicy;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("An elastic TrainJob")
final class ElasticLifecycleTest {
    /** As the plugin of torch does it: between 1 and 4 nodes, and something that goes with the job. */
    private static final class Elastic implements EnforceMLPolicy, ComponentBuilder {
        @Override
        public String name() {
            return "elastic";
        }

        @Override
        public void enforceMLPolicy(TrainJob trainJob, RuntimeInfo info) {
            info.trainerPodSet().ifPresent(podSet -> podSet.setCountBounds(1, 4));
        }

        @Override
        public Uni<Components> build(Request request) {
            ServiceAccount autoscaler = new ServiceAccountBuilder()
                    .withNewMetadata()
                    .withName(request.trainJob().getMetadata().getName())
                    .endMetadata()
                    .build();
            return Uni.createFrom()
                    .item(Components.of(List.of(
                            request.info().isResizable()
                                    ? Component.untilEnded(autoscaler)
                                    : Component.absent(autoscaler))));
        }
    }

    private final Cluster cluster = new Cluster(Plugins.of(new Elastic()), GangFacts.NONE);

    private static Cluster cluster(OnUnsupported onUnsupported) {
        return new Cluster(
                Plugins.of(new Elastic()),
                GangFacts.NONE,
                new ElasticSettings(JobSetScaling.AUTO, onUnsupported, Duration.ofMinutes(10), Duration.ofMinutes(10)));
    }

    private static void running(Cluster cluster, int nodes) {
        cluster.create("el", "trainer: {numNodes: " + nodes + "}");
        cluster.settle();
        cluster.run("el");
        // JobSets that are starting are not looked at at once.
        cluster.settle(Duration.ofSeconds(4));
        cluster.requests();
    }

    private static void scale(Cluster cluster, int nodes) {
        cluster.api.patch(TrainJob.class, "el", "{spec: {trainer: {numNodes: " + nodes + "}}}");
        cluster.settle();
    }

    private static List<Integer> size(Cluster cluster) {
        JobSet jobSet = cluster.jobSet("el").orElseThrow();
        return List.of("parallelism", "completions").stream()
                .map(field -> Tree.wholeNumber(jobSet.replicatedJobs().get(0), "template", "spec", field)
                        .orElse(-1))
                .toList();
    }

    @Test
    @DisplayName(
            "ELASTIC-22, ELASTIC-32, ELASTIC-33, ELASTIC-50a, 50c, 50d, ELASTIC-51, ELASTIC-52: grows and shrinks while it runs, by one write to its JobSet each time")
    void growsAndShrinks() {
        cluster.api.elasticJobSets(true);
        running(cluster, 2);
        String uid = cluster.jobSet("el").orElseThrow().getMetadata().getUid();

        scale(cluster, 4);

        assertThat(size(cluster)).containsExactly(4, 4);
        assertThat(cluster.requests().stream().filter(request -> request.matches("(patch|apply|create|delete) JobSet")))
                .containsExactly("patch JobSet");
        assertThat(cluster.eventMessages()).contains("Scaled replicated job node from 2 to 4 nodes");
        assertThat(cluster.status("el").nodes()).as("API-221").isEqualTo(4);

        scale(cluster, 1);

        assertThat(size(cluster)).containsExactly(1, 1);
        assertThat(cluster.jobSet("el").orElseThrow().getMetadata().getUid()).isEqualTo(uid);
        assertThat(cluster.status("el").nodes()).isEqualTo(1);
        assertThat(cluster.conditions("el")).isEmpty();
    }

    @Test
    @DisplayName("ELASTIC-60, ELASTIC-58: suspended and resumed it keeps the number that it was given while it ran")
    void keepsItsSize() {
        cluster.api.elasticJobSets(true);
        running(cluster, 2);
        scale(cluster, 3);

        cluster.suspend("el", true);
        cluster.settle();
        assertThat(cluster.jobSet("el").orElseThrow().suspended()).isTrue();
        assertThat(size(cluster)).containsExactly(3, 3);
        cluster.reportSuspended("el");
        scale(cluster, 4);
        assertThat(size(cluster)).containsExactly(4, 4);
        cluster.suspend("el", false);
        cluster.settle();

        assertThat(cluster.jobSet("el").orElseThrow().suspended()).isFalse();
        assertThat(size(cluster)).containsExactly(4, 4);
        assertThat(cluster.eventReasons())
                .doesNotContain(
                        "JobSetImmutableFieldsIgnored", "InPlaceScalingUnsupported", "ScaleIgnored", "ScaleDelayed");
    }

    @Test
    @DisplayName("ELASTIC-53: where JobSet is not to be asked it is not")
    void neverAsked() {
        Cluster fixed = new Cluster(
                Plugins.of(new Elastic()),
                GangFacts.NONE,
                new ElasticSettings(
                        JobSetScaling.DISABLED, OnUnsupported.HOLD, Duration.ofMinutes(10), Duration.ofMinutes(10)));
        fixed.api.elasticJobSets(true);
        running(fixed, 2);

        scale(fixed, 3);

        assertThat(size(fixed)).containsExactly(2, 2);
        assertThat(fixed.requests()).doesNotContain("patch JobSet");
        assertThat(fixed.eventReasons()).containsOnlyOnce("InPlaceScalingUnsupported");
    }

    @Test
    @DisplayName("ELASTIC-57: is resized while its JobSet starts all pods anew")
    void whileItRestarts() {
        cluster.api.elasticJobSets(true);
        running(cluster, 2);
        cluster.api.patch(
                JobSet.class,
                "el",
                "{status: {restarts: 1, replicatedJobsStatus: [{name: node, ready: 0, succeeded: 0, failed: 0, active: 0, suspended: 0}]}}");
        cluster.settle(Duration.ofSeconds(4));

        scale(cluster, 3);

        assertThat(size(cluster)).containsExactly(3, 3);
    }

    @Test
    @DisplayName("ELASTIC-56: gets no further nodes once one has ended well")
    void tooLate() {
        cluster.api.elasticJobSets(true);
        running(cluster, 2);
        job(0, 1);

        scale(cluster, 3);

        assertThat(size(cluster)).containsExactly(2, 2);
        assertThat(cluster.eventMessages())
                .contains(
                        "Not scaled replicated job node from 2 to 3 nodes, because a node has ended its training and no"
                                + " further one can join");
        assertThat(cluster.status("el").nodes()).isEqualTo(2);
    }

    @Test
    @DisplayName(
            "ELASTIC-52, ELASTIC-54: keeps its pods where JobSet does not change their number, and is told once; later JobSet is asked again")
    void holds() {
        running(cluster, 2);
        assertThat(cluster.api.find(ServiceAccount.class, "el")).isPresent();

        scale(cluster, 3);

        assertThat(size(cluster)).containsExactly(2, 2);
        assertThat(cluster.status("el").nodes()).isEqualTo(2);
        assertThat(cluster.eventReasons()).containsOnlyOnce("InPlaceScalingUnsupported");
        assertThat(cluster.eventMessages())
                .anyMatch(
                        message -> message.startsWith(
                                "spec.trainer.numNodes: 3 has no effect while the job runs with 2, because JobSet does not change"));
        assertThat(cluster.api.find(ServiceAccount.class, "el"))
                .as("ELASTIC-42: what would resize it is gone")
                .isEmpty();

        cluster.api.elasticJobSets(true);
        cluster.settle(Duration.ofMinutes(1));
        scale(cluster, 4);
        assertThat(size(cluster)).as("not asked for ten minutes").containsExactly(2, 2);
        cluster.time.advance(Duration.ofMinutes(10));
        scale(cluster, 3);
        assertThat(size(cluster)).containsExactly(3, 3);
    }

    @Test
    @DisplayName("ELASTIC-50e: is made anew with the new number where that is refused and no pod runs")
    void suspended() {
        running(cluster, 2);
        cluster.suspend("el", true);
        cluster.settle();
        cluster.reportSuspended("el");
        cluster.settle();

        scale(cluster, 3);
        cluster.settle(Duration.ofSeconds(3));

        assertThat(size(cluster)).containsExactly(3, 3);
        cluster.suspend("el", false);
        cluster.settle();
        assertThat(cluster.jobSet("el").orElseThrow().suspended()).isFalse();
        assertThat(size(cluster)).containsExactly(3, 3);
    }

    @Test
    @DisplayName(
            "ELASTIC-50e: waits for its last pods, which may take for ever, without asking or telling anybody all the time")
    void waitsForItsLastPods() {
        running(cluster, 2);
        cluster.suspend("el", true);
        cluster.settle();
        scale(cluster, 3);
        cluster.api.forgetRequests();

        cluster.settle(Duration.ofMinutes(2));

        assertThat(cluster.api.requests()).hasSizeLessThan(20);
        assertThat(cluster.eventReasons()).doesNotContain("Recreating");
        assertThat(size(cluster)).containsExactly(2, 2);
        cluster.reportSuspended("el");
        cluster.settle(Duration.ofSeconds(3));
        assertThat(size(cluster)).containsExactly(3, 3);
    }

    @Test
    @DisplayName("ELASTIC-54: starts anew with the new number where the operator wants that, but not too often")
    void recreates() {
        Cluster recreating = cluster(OnUnsupported.RECREATE);
        running(recreating, 2);

        scale(recreating, 3);
        assertThat(size(recreating)).containsExactly(2, 2);
        assertThat(recreating.eventMessages())
                .contains("Not yet scaled replicated job node from 2 to 3 nodes, because that restarts the job, and it"
                        + " was started a short time ago");

        recreating.time.advance(Duration.ofMinutes(11));
        recreating.settle(Duration.ofSeconds(3));
        assertThat(size(recreating)).containsExactly(3, 3);
        assertThat(recreating.eventReasons()).contains("Recreating");
    }

    @Test
    @DisplayName("ELASTIC-54: does not start anew before its pods are gone, whose names the new ones have")
    void recreatesWhenItsPodsAreGone() {
        Cluster recreating = cluster(OnUnsupported.RECREATE);
        running(recreating, 2);
        recreating.api.put(new JobBuilder()
                .withNewMetadata()
                .withNamespace("team-a")
                .withName("el-node-0")
                .addNewOwnerReference()
                .withApiVersion("jobset.x-k8s.io/v1alpha2")
                .withKind("JobSet")
                .withName("el")
                .withUid(recreating.jobSet("el").orElseThrow().getMetadata().getUid())
                .withController(true)
                .endOwnerReference()
                .endMetadata()
                .build());
        recreating.time.advance(Duration.ofMinutes(11));

        scale(recreating, 3);
        recreating.settle(Duration.ofSeconds(5));
        assertThat(recreating.jobSet("el").orElseThrow().isMarkedForDeletion()).isTrue();

        recreating.api.remove(Job.class, "el-node-0");
        recreating.api.patch(JobSet.class, "el", "{metadata: {finalizers: null}}");
        recreating.settle(Duration.ofSeconds(3));
        assertThat(size(recreating)).containsExactly(3, 3);
        assertThat(recreating.jobSet("el").orElseThrow().isMarkedForDeletion()).isFalse();
    }

    @Test
    @DisplayName("ELASTIC-42, ELASTIC-50b: what goes with the job goes before its end is written down")
    void end() {
        running(cluster, 2);

        cluster.complete("el");
        cluster.settle();

        assertThat(cluster.api.find(ServiceAccount.class, "el")).isEmpty();
        assertThat(cluster.requests()).containsSubsequence("delete ServiceAccount", "status TrainJob");
        assertThat(cluster.conditions("el")).contains("Complete=True/AllJobsCompleted");
    }

    @Test
    @DisplayName(
            "ELASTIC-42: its end is written down also where somebody does not permit to delete what goes with the job")
    void endInSpiteOfARefusal() {
        running(cluster, 2);
        cluster.api.addFaults(request -> request.toString().startsWith("delete ServiceAccount")
                ? Optional.of(new InMemoryKubeApi.Fault(
                        InMemoryKubeApi.failure(ApiFailure.Kind.FORBIDDEN, "deletions are forbidden"), false))
                : Optional.empty());

        cluster.complete("el");
        cluster.settle();

        assertThat(cluster.conditions("el")).contains("Complete=True/AllJobsCompleted");
        assertThat(cluster.eventMessages()).anyMatch(message -> message.contains("deletions are forbidden"));
    }

    @Test
    @DisplayName("ELASTIC-45: trains without the nodes that are missing, and its status says how many are there")
    void partlyReady() {
        running(cluster, 3);
        job(2, 0);
        cluster.api.patch(
                JobSet.class,
                "el",
                "{status: {replicatedJobsStatus: [{name: node, ready: 0, succeeded: 0, failed: 0, active: 1, suspended: 0}]}}");
        cluster.settle(Duration.ofSeconds(5));

        assertThat(cluster.status("el").phase()).isEqualTo("Running");
        assertThat(cluster.status("el").readyNodes()).isEqualTo(2);

        cluster.api.patch(Job.class, "el-node-0", "{status: {ready: 1}}");
        cluster.settle(Duration.ofSeconds(12));
        assertThat(cluster.status("el").readyNodes()).isEqualTo(1);
    }

    /** The Job of the trainer, which the JobSet controller would make. */
    private void job(int ready, int succeeded) {
        cluster.api.put(new JobBuilder()
                .withNewMetadata()
                .withNamespace("team-a")
                .withName("el-node-0")
                .endMetadata()
                .build());
        cluster.api.patch(Job.class, "el-node-0", "{status: {ready: " + ready + ", succeeded: " + succeeded + "}}");
    }
}
