package io.trainyard.local.scenario;

import static io.trainyard.local.scenario.Ending.BADLY;
import static io.trainyard.local.scenario.Ending.WELL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.admission.LocalAdmission;
import io.trainyard.local.client.Resource;
import io.trainyard.local.controllers.ControllerOptions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What JobSets can do on a laptop and, unless its administrator switches it on, not in a cluster (LOCAL-52). */
final class SimulatedFeaturesTest {
    private static SimulatedWorld world;

    private Stage stage;

    @BeforeAll
    static void begin() {
        world = new SimulatedWorld(options -> LocalAdmission.addTo(options, ControllerOptions.DEFAULT));
    }

    @BeforeEach
    void raise() {
        stage = world.newStage();
    }

    @AfterEach
    void strike() {
        stage.close();
    }

    @AfterAll
    static void end() {
        world.close();
    }

    private void create(String name, String spec, int pods) {
        stage.create(
                Resource.JOB_SETS,
                """
                apiVersion: jobset.x-k8s.io/v1alpha2
                kind: JobSet
                metadata: {name: %s}
                spec:
                  %s
                  replicatedJobs:
                  - name: a
                    replicas: 2
                    template:
                      spec:
                        completions: %d
                        parallelism: %d
                        backoffLimit: 0
                        template: {spec: {restartPolicy: Never, containers: [{name: c, image: i}]}}
                """
                        .formatted(name, spec, pods, pods));
    }

    @Test
    @DisplayName("JS-39, JS-89: a single Job is restarted while the others go on")
    void aSingleJobIsRestarted() {
        create("single", "failurePolicy: {maxRestarts: 1, rules: [{action: RestartJob}]}", 1);
        Map<String, Object> other = stage.awaitRunningIndex("single-a-1", 0);
        Map<String, Object> failed = stage.endIndex("single-a-0", 0, BADLY);
        stage.end(stage.awaitRunningIndex("single-a-0", 0, Tree.text(failed, "metadata", "uid")), WELL);
        stage.end(other, WELL);
        Map<String, Object> set = stage.awaitCondition(Resource.JOB_SETS, "single", "Completed");

        assertThat(Tree.integer(-1, set, "status", "restarts")).isZero();
        assertThat(Tree.list(Tree.list(set, "status", "replicatedJobsStatus").get(0), "jobRestarts"))
                .containsExactly(1L, 0L);
        assertThat(stage.podsEverSeen()).hasSize(3);
    }

    @Test
    @DisplayName("JS-64, LOCAL-56: a JobSet grows while it runs, and not once it has finished")
    void aJobSetGrows() {
        create("elastic", "", 1);
        stage.awaitRunning(2);
        resize("elastic", 2);
        stage.awaitRunning(4).forEach(pod -> stage.end(pod, WELL));
        stage.awaitCondition(Resource.JOB_SETS, "elastic", "Completed");

        assertThat(catchThrowable(() -> resize("elastic", 3)))
                .hasMessageContaining("spec.replicatedJobs[0].template.spec");
    }

    private void resize(String name, long size) {
        List<Object> jobs = Tree.list(Tree.copy(stage.get(Resource.JOB_SETS, name)), "spec", "replicatedJobs");
        Map<String, Object> spec = Tree.child(jobs.get(0), "template", "spec");
        spec.put("completions", size);
        spec.put("parallelism", size);
        stage.merge(Resource.JOB_SETS, name, Tree.of("spec", Tree.of("replicatedJobs", jobs)));
    }

    @Test
    @DisplayName("JS-70, JS-99a: a Job of somebody else that has the name of ours is told of")
    void aNameThatIsTaken() {
        stage.create(
                Resource.JOBS,
                """
                apiVersion: batch/v1
                kind: Job
                metadata: {name: taken-a-1}
                spec: {suspend: true, template: {spec: {restartPolicy: Never, containers: [{name: c, image: i}]}}}
                """);
        create("taken", "", 1);

        Map<String, Object> event = stage.awaitAll(Resource.EVENTS, "event", events -> events.stream()
                .filter(item -> "JobCreationFailed".equals(item.get("reason")))
                .findFirst()
                .orElse(null));
        assertThat(Tree.text(event, "message")).contains("taken-a-1").contains("already exists");
        assertThat(Tree.text(event, "involvedObject", "name")).isEqualTo("taken");
    }

    @Test
    @DisplayName("JS-94 to JS-96: conditions are told as events")
    void conditionsAreEvents() {
        create("told", "", 1);
        stage.awaitRunning(2).forEach(pod -> stage.end(pod, WELL));

        Map<String, Object> event = stage.awaitAll(Resource.EVENTS, "event", events -> events.stream()
                .filter(item -> "AllJobsCompleted".equals(item.get("reason")))
                .findFirst()
                .orElse(null));
        assertThat(event).containsEntry("type", "Normal").containsEntry("message", "jobset completed successfully");
    }
}
