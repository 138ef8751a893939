package io.trainyard.local.controllers.jobset;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Restarts on a laptop (LOCAL-133). */
final class RestartLimitTest {
    private static final String SHIPPED =
            """
            metadata: {namespace: default, name: job}
            spec:
              replicatedJobs:
              - name: dataset-initializer
                template:
                  metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: dataset-initializer}}
                  spec: {backoffLimit: 4, template: {spec: {restartPolicy: OnFailure}}}
              - name: node
                template:
                  metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                  spec: {backoffLimit: 6, template: {spec: {restartPolicy: OnFailure}}}
            """;

    private static Map<String, Object> jobSet() {
        return Tree.object(Yaml.parse(SHIPPED));
    }

    private static Object of(Map<String, Object> jobSet, int replicated, String... path) {
        return Tree.at(
                Tree.objects(jobSet, "spec", "replicatedJobs").get(replicated).get("template"), path);
    }

    @Test
    @DisplayName(
            "without restarts neither the container, nor its pod, nor the JobSet begins again; fetching data does as in a cluster")
    void withoutRestartsAFailureIsTheEnd() {
        Map<String, Object> limited = new RestartLimit(0, Set.of()).applyTo(jobSet());

        assertThat(of(limited, 1, "spec", "backoffLimit")).isEqualTo(0L);
        assertThat(of(limited, 1, "spec", "template", "spec", "restartPolicy")).isEqualTo("Never");
        assertThat(Tree.at(limited, "spec", "failurePolicy")).isNull();
        assertThat(of(limited, 0, "spec")).isEqualTo(of(jobSet(), 0, "spec"));
    }

    @Test
    @DisplayName("torchrun with a number of nodes from one to another goes on as in a cluster")
    void elasticJobsAreLeftAlone() {
        Map<String, Object> elastic = Tree.object(
                Yaml.parse(
                        SHIPPED.replace(
                                "spec: {backoffLimit: 6, template: {spec: {restartPolicy: OnFailure}}}",
                                "spec: {backoffLimit: 6, template: {spec: {restartPolicy: OnFailure, containers: [{env: [{name: PET_NNODES, value: '1:4'}]}]}}}")));
        Map<String, Object> fixed = Tree.object(Yaml.parse(Json.text(elastic).replace("1:4", "4")));

        assertThat(new RestartLimit(0, Set.of()).applyTo(elastic)).isEqualTo(elastic);
        assertThat(of(new RestartLimit(0, Set.of()).applyTo(fixed), 1, "spec", "backoffLimit"))
                .isEqualTo(0L);
    }

    @Test
    @DisplayName("restarts that are asked for are those of the JobSet as a whole, whatever its own policy says")
    void restartsAreThoseOfTheWhole() {
        Map<String, Object> strict = jobSet();
        Tree.put(strict, 9L, "spec", "failurePolicy", "maxRestarts");

        assertThat(Tree.integer(
                        -1, new RestartLimit(2, Set.of()).applyTo(jobSet()), "spec", "failurePolicy", "maxRestarts"))
                .isEqualTo(2);
        assertThat(Tree.integer(
                        -1, new RestartLimit(0, Set.of()).applyTo(strict), "spec", "failurePolicy", "maxRestarts"))
                .isZero();
        assertThat(Tree.integer(-1, strict, "spec", "failurePolicy", "maxRestarts"))
                .isEqualTo(9);
    }

    @Test
    @DisplayName("an exempt JobSet, such as that of an elastic job, restarts as it is written")
    void anExemptJobSetIsLeftAlone() {
        assertThat(new RestartLimit(0, Set.of("default/job")).applyTo(jobSet())).isEqualTo(jobSet());
    }
}
