package io.trainyard.local.controllers.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.tree.Tree;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class PodTemplateTest {
    private static final Map<String, Object> JOB = Jobs.job(
            """
            template:
              metadata: {labels: {app: x}}
              spec:
                initContainers: [{name: prepare}]
                containers:
                - {name: main}
                - {name: other, env: [{name: JOB_COMPLETION_INDEX, value: mine}]}
            """,
            "{}");

    @Test
    @DisplayName("JOB-12: the index survives in names that are too long")
    void aLongNameKeepsItsIndex() {
        assertThat(PodTemplate.prefix("train", 7)).isEqualTo("train-7-");
        assertThat(PodTemplate.prefix("x".repeat(60), 123)).hasSize(58).endsWith("x-123-");
        assertThat(PodTemplate.prefix("train", -1)).isEqualTo("train-");
    }

    @Test
    @DisplayName("JOB-12, JOB-13, JOB-14: label, annotation, host name, variable, finalizer, owner")
    void anIndexedPod() {
        Map<String, Object> pod = PodTemplate.pod(JOB, new PodPlan.NewPod(3, -1, 0));

        assertThat(Tree.text(pod, "metadata", "labels", JobKeys.COMPLETION_INDEX))
                .isEqualTo("3");
        assertThat(Tree.text(pod, "metadata", "annotations", JobKeys.COMPLETION_INDEX))
                .isEqualTo("3");
        assertThat(Tree.text(pod, "metadata", "labels", "app")).isEqualTo("x");
        assertThat(Tree.text(pod, "spec", "hostname")).isEqualTo("train-3");
        assertThat(Tree.list(pod, "metadata", "finalizers")).containsExactly(JobKeys.TRACKING);
        assertThat(Tree.objects(pod, "metadata", "ownerReferences"))
                .containsExactly(Tree.of(
                        "apiVersion",
                        "batch/v1",
                        "kind",
                        "Job",
                        "name",
                        "train",
                        "uid",
                        "job-uid",
                        "controller",
                        true,
                        "blockOwnerDeletion",
                        true));
        assertThat(Tree.objects(Tree.objects(pod, "spec", "initContainers").get(0), "env"))
                .hasSize(1);
        assertThat(Tree.objects(Tree.objects(pod, "spec", "containers").get(1), "env"))
                .containsExactly(Tree.of("name", "JOB_COMPLETION_INDEX", "value", "mine"));
    }

    @Test
    @DisplayName("JOB-12: a pod without index has no host name")
    void aPlainPod() {
        Map<String, Object> pod = PodTemplate.pod(JOB, PodPlan.NewPod.ANY);

        assertThat(Tree.at(pod, "spec", "hostname")).isNull();
        assertThat(Tree.at(pod, "metadata", "annotations")).isNull();
    }

    @Test
    @DisplayName("JOB-21: the count of failures, ignored ones apart")
    void failuresAreCarriedOn() {
        Map<String, Object> pod = PodTemplate.pod(JOB, new PodPlan.NewPod(0, 2, 1));

        assertThat(Tree.text(pod, "metadata", "annotations", JobKeys.INDEX_FAILURES))
                .isEqualTo("2");
        assertThat(Tree.text(pod, "metadata", "annotations", JobKeys.INDEX_IGNORED_FAILURES))
                .isEqualTo("1");
    }

    @Test
    void theJobIsNotChanged() {
        Map<String, Object> before = Tree.copy(JOB);

        PodTemplate.pod(JOB, new PodPlan.NewPod(0, 0, 1));

        assertThat(JOB).isEqualTo(before);
    }
}
