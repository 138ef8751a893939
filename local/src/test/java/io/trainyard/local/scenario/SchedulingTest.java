package io.trainyard.local.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.admission.LocalAdmission;
import io.trainyard.local.client.Resource;
import io.trainyard.local.controllers.ControllerOptions;
import io.trainyard.local.controllers.scheduler.SchedulerOptions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs that want more than the machine has (LOCAL-54). */
final class SchedulingTest {
    private static final SchedulerOptions FOUR_CORES = fourCores(false, false);

    private static SchedulerOptions fourCores(boolean strict, boolean opensGates) {
        return new SchedulerOptions("local", Map.of("cpu", "4"), strict, opensGates);
    }

    private static SimulatedWorld world(SchedulerOptions options) {
        return new SimulatedWorld(given -> given, ControllerOptions.DEFAULT.withScheduler(options));
    }

    private static void job(Stage stage, String name, int pods, String cpu) {
        stage.create(
                Resource.JOBS,
                """
                metadata: {name: %s}
                spec:
                  completionMode: Indexed
                  completions: %d
                  parallelism: %d
                  template:
                    spec:
                      restartPolicy: Never
                      containers: [{name: main, image: none, resources: {requests: {cpu: '%s'}}}]
                """
                        .formatted(name, pods, pods, cpu));
    }

    private static List<Map<String, Object>> awaitUnschedulable(Stage stage, int count) {
        return stage.awaitAll(Resource.PODS, count + " pods that wait", pods -> {
            List<Map<String, Object>> waiting = pods.stream()
                    .filter(pod -> Stage.hasCondition(pod, "PodScheduled", "False"))
                    .toList();
            return waiting.size() == count ? waiting : null;
        });
    }

    private static String why(Map<String, Object> pod) {
        return Tree.objects(pod, "status", "conditions").stream()
                .filter(condition -> "PodScheduled".equals(condition.get("type")))
                .map(condition -> condition.get("reason") + ": " + condition.get("message"))
                .findFirst()
                .orElse("");
    }

    @Test
    @DisplayName("LOCAL-54: the second gang starts as a whole once the first has ended")
    void gangsFollowOneAnother() {
        try (SimulatedWorld world = world(FOUR_CORES);
                Stage stage = world.newStage()) {
            job(stage, "first", 2, "1500m");
            List<Map<String, Object>> first = stage.awaitRunning(2);
            job(stage, "second", 2, "1");

            assertThat(awaitUnschedulable(stage, 2))
                    .extracting(SchedulingTest::why)
                    .containsOnly("Unschedulable: 0/1 nodes are available: 1 Insufficient cpu.");
            first.forEach(pod -> stage.end(pod, Ending.WELL));
            assertThat(stage.awaitRunning(2))
                    .extracting(pod -> Tree.text(pod, "metadata", "labels", "job-name"))
                    .containsOnly("second");
        }
    }

    @Test
    @DisplayName("LOCAL-54: cut with a warning")
    void tooLargeAGangRunsWithWhatThereIs() {
        try (SimulatedWorld world = world(FOUR_CORES);
                Stage stage = world.newStage()) {
            job(stage, "large", 3, "8");

            stage.awaitRunning(3);
            assertThat(stage.<String>awaitAll(Resource.EVENTS, "a warning", events -> events.stream()
                            .filter(event -> "ResourcesCut".equals(event.get("reason")))
                            .map(event -> Tree.text(event, "message"))
                            .findFirst()
                            .orElse(null)))
                    .isEqualTo("3 pods together: 24 cpu wanted, 4 there; it runs with what there is");
        }
    }

    @Test
    @DisplayName("LOCAL-54: strict: Pending, Unschedulable, and no obstacle to others")
    void strictlyItNeverStarts() {
        try (SimulatedWorld world = world(fourCores(true, false));
                Stage stage = world.newStage()) {
            job(stage, "large", 3, "8");
            assertThat(why(awaitUnschedulable(stage, 3).get(0)))
                    .startsWith("Unschedulable: ")
                    .contains("24 cpu wanted, 4 there");
            job(stage, "small", 1, "1");

            assertThat(stage.awaitRunning(1))
                    .extracting(pod -> Tree.text(pod, "metadata", "labels", "job-name"))
                    .containsOnly("small");
        }
    }

    private static void gated(Stage stage) {
        stage.create(
                Resource.JOBS,
                """
                metadata: {name: gated}
                spec:
                  template:
                    spec:
                      restartPolicy: Never
                      schedulingGates: [{name: custom-gate}]
                      containers: [{name: main, image: none}]
                """);
    }

    @Test
    @DisplayName("LOCAL-54a: a pod with scheduling gates waits, and a warning names them and what to do")
    void gatesAreWaitedFor() {
        try (SimulatedWorld world = world(FOUR_CORES);
                Stage stage = world.newStage()) {
            gated(stage);

            assertThat(stage.<String>awaitAll(Resource.EVENTS, "a warning", events -> events.stream()
                            .filter(event -> "SchedulingGated".equals(event.get("reason")))
                            .map(event -> Tree.text(event, "message"))
                            .findFirst()
                            .orElse(null)))
                    .contains("(custom-gate)", "--ignore-gates");
            assertThat(why(awaitUnschedulable(stage, 1).get(0))).startsWith("SchedulingGated: ");
        }
    }

    @Test
    @DisplayName("LOCAL-54a: gates that are to be ignored are removed, and the pod runs")
    void gatesMayBeIgnored() {
        try (SimulatedWorld world = world(fourCores(false, true));
                Stage stage = world.newStage()) {
            gated(stage);

            assertThat(Tree.list(stage.awaitRunning(1).get(0), "spec", "schedulingGates"))
                    .isEmpty();
        }
    }

    private static final Map<String, String> MEMBERSHIP = Map.of(
            "scheduling.x-k8s.io/v1alpha1", "labels: {scheduling.x-k8s.io/pod-group: g}",
            "scheduling.volcano.sh/v1beta1", "annotations: {scheduling.k8s.io/group-name: g}",
            "scheduling.run.ai/v2alpha2", "annotations: {pod-group-name: g}");

    private static void pod(Stage stage, String name, String membership, String scheduler) {
        stage.create(
                Resource.PODS,
                """
                metadata: {name: %s, %s}
                spec: {schedulerName: %s, containers: [{name: main, image: none}]}
                """
                        .formatted(name, membership, scheduler));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"scheduling.x-k8s.io/v1alpha1", "scheduling.volcano.sh/v1beta1", "scheduling.run.ai/v2alpha2"})
    @DisplayName(
            "LOCAL-54c: the PodGroups of coscheduling, Volcano and KAI are there; minMember pods start together, and the group says so")
    void podGroupsAreHonoured(String apiVersion) {
        Resource podGroups = new Resource(apiVersion.split("/")[0], apiVersion.split("/")[1], "podgroups");
        try (SimulatedWorld world =
                        new SimulatedWorld(options -> LocalAdmission.addTo(options, ControllerOptions.DEFAULT));
                Stage stage = world.newStage()) {
            stage.create(
                    podGroups,
                    "{apiVersion: " + apiVersion + ", kind: PodGroup, metadata: {name: g}, spec: {minMember: 2}}");
            pod(stage, "one", MEMBERSHIP.get(apiVersion), "some-scheduler");

            assertThat(why(awaitUnschedulable(stage, 1).get(0)))
                    .isEqualTo("Unschedulable: PodGroup " + stage.namespace()
                            + "/g asks for 2 pods together, and there are 1");
            pod(stage, "two", MEMBERSHIP.get(apiVersion), "some-scheduler");

            stage.awaitRunning(2);
            assertThat(stage.<Object>awaitAll(podGroups, "a group that runs", groups -> groups.stream()
                            .filter(group -> "Running".equals(Tree.at(group, "status", "phase")))
                            .map(group -> Tree.at(group, "status", "running"))
                            .filter(running -> running.equals(2L))
                            .findFirst()
                            .orElse(null)))
                    .isEqualTo(2L);
        }
    }
}
