package io.trainyard.core.compile;

import static io.trainyard.core.fixture.Manifests.copy;
import static io.trainyard.core.fixture.Manifests.trainJob;
import static io.trainyard.core.fixture.Manifests.tree;
import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.spi.model.TrainJobSpec;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("JobTemplateMetadata (PIPE-32)")
final class JobTemplateMetadataTest {
    private static final Map<String, Object> JOB =
            tree("{name: node, template: {metadata: {labels: {a: r, b: r}}, spec: {x: y}}}");

    @Test
    void keysOfTheTrainJobWinOverThoseOfTheRuntime() {
        assertThat(apply(Map.of("b", "j", "c", "j"), Map.of("d", "j"), Optional.empty()))
                .isEqualTo(tree("{name: node, template: {metadata: {labels: {a: r, b: j, c: j}, annotations: {d: j}},"
                        + " spec: {x: y}}}"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jobset.sigs.k8s.io/x",
                "alpha.jobset.sigs.k8s.io/exclusive-topology",
                "batch.kubernetes.io/x",
                "trainer.kubeflow.org/trainjob-ancestor-step",
                "kueue.x-k8s.io/queue-name",
                "sub.kueue.x-k8s.io/x",
            })
    void keysOfReservedDomainsAreLeftOut(String key) {
        assertThat(apply(Map.of(key, "j"), Map.of(key, "j"), Optional.empty())).isEqualTo(JOB);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"queue-name", "notkueue.x-k8s.io/x", "kueue.x-k8s.io.example/x", "kueue.x-k8s.io", "mine.org/x"})
    void otherKeysAreNot(String key) {
        assertThat(apply(Map.of(key, "j"), Map.of(), Optional.empty()))
                .extracting(job -> ((Map<?, ?>)
                                ((Map<?, ?>) ((Map<?, ?>) job.get("template")).get("metadata")).get("labels"))
                        .get(key))
                .isEqualTo("j");
    }

    @Test
    void anExistingJobSetKeepsWhatItsJobTemplatesHave() {
        assertThat(apply(Map.of("b", "new"), Map.of("d", "new"), Optional.of(tree("{labels: {b: old}}"))))
                .isEqualTo(tree("{name: node, template: {metadata: {labels: {b: old}}, spec: {x: y}}}"));
        assertThat(apply(Map.of("b", "new"), Map.of(), Optional.of(Map.of())))
                .isEqualTo(tree("{name: node, template: {spec: {x: y}}}"));
    }

    @Test
    @DisplayName("keys of runtime patches win over everything, over those of an existing JobSet too")
    void keysOfPatchesWin() {
        TrainJobSpec spec = trainJob(
                        "demo",
                        """
                        {runtimeRef: {name: r}, labels: {b: j, c: j}, runtimePatches: [
                          {manager: x.y/a, trainingRuntimeSpec: {template: {spec: {replicatedJobs: [
                            {name: node, template: {metadata: {labels: {c: p1, d: p1}}}}]}}}},
                          {manager: x.y/b, trainingRuntimeSpec: {template: {spec: {replicatedJobs: [
                            {name: other, template: {metadata: {labels: {d: no}}}},
                            {name: node, template: {metadata: {labels: {d: p2}, name: ignored}}}]}}}}]}""")
                .getSpec();
        assertThat(JobTemplateMetadata.of(spec).apply(JOB, Optional.empty()))
                .isEqualTo(
                        tree("{name: node, template: {metadata: {labels: {a: r, b: j, c: p1, d: p2}}, spec: {x: y}}}"));
        assertThat(JobTemplateMetadata.of(spec).apply(JOB, Optional.of(tree("{labels: {a: live, c: live}}"))))
                .isEqualTo(tree("{name: node, template: {metadata: {labels: {a: live, c: p1, d: p2}}, spec: {x: y}}}"));
    }

    @Test
    @DisplayName("without any key no metadata is sent (JOBSET-15)")
    void withoutAnyKeyNoMetadataIsSent() {
        assertThat(new JobTemplateMetadata(Map.of(), Map.of(), List.of()).apply(tree("{name: a}"), Optional.empty()))
                .isEqualTo(tree("{name: a, template: {}}"));
    }

    @Test
    void theTemplateIsNotChanged() {
        Map<String, Object> before = copy(JOB);
        apply(Map.of("b", "j"), Map.of("d", "j"), Optional.empty());
        assertThat(JOB).isEqualTo(before);
    }

    private static Map<String, Object> apply(
            Map<String, String> labels, Map<String, String> annotations, Optional<Map<String, Object>> live) {
        return new JobTemplateMetadata(labels, annotations, List.of()).apply(JOB, live);
    }
}
