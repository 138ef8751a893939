package io.trainyard.launcher.admission;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.core.admission.AdmissionRequest;
import io.trainyard.core.admission.AdmissionResponse;
import io.trainyard.core.admission.AdmissionWebhooks;
import io.trainyard.core.config.AdmissionSettings;
import io.trainyard.core.plain.PlainPlugin;
import io.trainyard.core.plugin.Plugins;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.time.ManualTimeSource;
import io.trainyard.plugins.torch.TorchPlugin;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** Section 12.5. Time stamps are with the defaults. */
final class WorkedExamplesTest {
    private final GivenWorld world =
            new GivenWorld(List.of(), false).with(runtime("torch-distributed")).with(runtime("torch-high-priority"));

    @Test
    @DisplayName("12.5: a job with several mistakes hears of all of them, the core first, then the framework")
    void everyMistakeIsReported() {
        AdmissionResponse answer = review(
                "v1alpha1",
                """
                metadata: {name: demo, namespace: team-a}
                spec:
                  runtimeRef: {name: torch-distributed}
                  trainer:
                    numProcPerNode: many
                    env: [{name: PET_NNODES, value: "3"}, {name: PET_NODE_RANK, value: "0"}]
                  podTemplateOverrides:
                    - targetJobs: [{name: nod}]
                """);

        assertThat(answer.code()).isEqualTo(403);
        assertThat(answer.reason()).isEqualTo("Forbidden");
        assertThat(answer.message())
                .startsWith("[spec.podTemplateOverrides[0]")
                .contains("plugin torch reserves PET_NODE_RANK for itself");
        assertThat(answer.causes())
                .extracting(FieldError::path)
                .containsExactly(
                        "spec.podTemplateOverrides[0].targetJobs[0].name",
                        "spec.trainer.numProcPerNode",
                        "spec.trainer.env[0].name",
                        "spec.trainer.env[1].name");
    }

    @Test
    @DisplayName("12.5, API-62: a job of the older era is accepted as it is, with two warnings")
    void anOlderJobIsAccepted() {
        AdmissionResponse answer = review(
                "v2alpha1",
                """
                metadata: {name: urgent, namespace: team-a}
                spec:
                  runtimeRef: {name: torch-high-priority}
                  labels: {team: ml}
                  annotations: {scheduling.volcano.sh/queue-name: urgent-queue}
                  trainer: {numNodes: 8, numProcPerNode: auto}
                  podTemplateOverrides:
                    - targetJobs: [{name: node}]
                      metadata: {labels: {tier: gold}}
                      spec:
                        serviceAccountName: training-sa
                        nodeSelector: {gpu-type: a100}
                """);

        assertThat(answer.allowed()).as(answer.message()).isTrue();
        assertThat(answer.warnings())
                .satisfiesExactly(
                        version -> assertThat(version).contains("v2alpha1", "v1alpha1"),
                        text -> assertThat(text).startsWith("spec.trainer.numProcPerNode: \"auto\""));
    }

    private AdmissionResponse review(String version, String trainJob) {
        AdmissionWebhooks admissions = new AdmissionWebhooks(
                world,
                Plugins.of(new PlainPlugin(), new TorchPlugin()),
                AdmissionSettings.DEFAULT,
                new ManualTimeSource(Instant.EPOCH));
        return admissions
                .trainJobs()
                .review(new AdmissionRequest(
                        "uid",
                        AdmissionRequest.Operation.CREATE,
                        "trainer.kubeflow.org",
                        "v1alpha1",
                        version,
                        "TrainJob",
                        "",
                        "team-a",
                        "",
                        "someone",
                        false,
                        Optional.of(tree(trainJob)),
                        Optional.empty()))
                .subscribe()
                .asCompletionStage()
                .toCompletableFuture()
                .join();
    }

    private static Map<String, Object> runtime(String name) {
        return tree(
                """
                kind: ClusterTrainingRuntime
                metadata: {name: %s}
                spec:
                  mlPolicy: {numNodes: 1, torch: {numProcPerNode: auto}}
                  template:
                    spec:
                      replicatedJobs:
                        - name: node
                          template:
                            metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                            spec: {template: {spec: {containers: [{name: node, image: t}]}}}
                """
                        .formatted(name));
    }

    private static Map<String, Object> tree(String yaml) {
        return new Yaml(new SafeConstructor(new LoaderOptions())).load(yaml);
    }
}
