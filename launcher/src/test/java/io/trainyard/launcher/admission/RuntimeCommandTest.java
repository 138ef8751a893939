package io.trainyard.launcher.admission;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.core.admission.AdmissionRequest;
import io.trainyard.core.admission.AdmissionResponse;
import io.trainyard.core.admission.AdmissionWebhooks;
import io.trainyard.core.config.AdmissionSettings;
import io.trainyard.core.plain.PlainPlugin;
import io.trainyard.core.plugin.Plugins;
import io.trainyard.foundation.time.ManualTimeSource;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import io.trainyard.plugins.torch.TorchPlugin;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("The command of a runtime, when the runtime is applied")
final class RuntimeCommandTest {
    private static final String COMMAND =
            "spec.template.spec.replicatedJobs[1].template.spec.template.spec.containers[1].command: ";
    private final AdmissionWebhooks webhooks = new AdmissionWebhooks(
            new GivenWorld(List.of(), false),
            Plugins.of(new PlainPlugin(), new TorchPlugin()),
            AdmissionSettings.DEFAULT,
            new ManualTimeSource(Instant.EPOCH));

    @ParameterizedTest(name = "{0}: {2}")
    @CsvSource(
            delimiter = '|',
            value = {
                "TORCH-36 | {numNodes: 2, torch: {}} | torchrun, --nnodes=$(TRAINER_NODES) | $(TRAINER_NODES) will stay as it is",
                "TORCH-36 | {torch: {}} | torchrun, $(PET_RDZV_ID) | $(PET_RDZV_ID) will stay as it is",
                "TORCH-37 | {torch: {}} | torchrun train.py | is one word to a container, so no such program will be found; write [torchrun, train.py]",
                "TORCH-37 | {numNodes: 1} | sh train.sh | write [sh, train.sh]",
                "MLP-25 | {numNodes: 4, torch: {}} | torchrun, --standalone, train.py | nobody trains",
                "MLP-26 | {numNodes: 4} | torchrun, train.py | each of the 4 nodes trains alone"
            })
    @DisplayName("is warned of at its field, for all TrainJobs that take it as it is (VAL-103)")
    void mistakes(String rule, String policy, String command, String part) {
        AdmissionResponse answer = review(runtime(policy, command), Optional.empty());

        assertThat(answer.allowed()).isTrue();
        assertThat(answer.warnings())
                .as(rule)
                .singleElement()
                .asString()
                .startsWith(COMMAND)
                .contains(part);
    }

    @ParameterizedTest(name = "{1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "{numNodes: 2, torch: {}} | torchrun, --nnodes=$(TRAINER_NNODES), --x=$$(TRAINER_NODES), --y=$(date)",
                "{numNodes: 2, torch: {}} | torchrun, --id=$(TRAINER_JOB_ID), --z=$(TRAINER_OWN)",
                "{torch: {numProcPerNode: gpu}} | torchrun, train.py",
                "{numNodes: 2} | echo, $(PET_NNODES)"
            })
    @DisplayName("gives no warning where all is well, or where only a TrainJob can tell (TORCH-36)")
    void noMistakes(String policy, String command) {
        assertThat(review(runtime(policy, command), Optional.empty()).warnings())
                .isEmpty();
    }

    @Test
    @DisplayName("is not looked at again when only labels change (VAL-100)")
    void relabelled() {
        Map<String, Object> old = runtime("{torch: {}}", "torchrun train.py");
        Map<String, Object> relabelled = Tree.with(old, "metadata", Map.of("name", "r", "labels", Map.of("a", "b")));

        assertThat(review(relabelled, Optional.of(old)).warnings()).isEmpty();
        assertThat(review(old, Optional.of(runtime("{torch: {}}", "torchrun, x")))
                        .warnings())
                .hasSize(1);
    }

    @Test
    @DisplayName("does not keep a runtime from being stored that cannot be merged")
    void unreadable() {
        Map<String, Object> strange = Tree.object(Yaml.parse(
                "{kind: ClusterTrainingRuntime, metadata: {name: r}, spec: {mlPolicy: {torch: 7}, template: {spec:"
                        + " {replicatedJobs: [3]}}}}"));

        assertThat(review(strange, Optional.empty())).isNotNull();
    }

    private static Map<String, Object> runtime(String policy, String command) {
        return Tree.object(Yaml.parse(
                "{apiVersion: trainer.kubeflow.org/v1alpha1, kind: ClusterTrainingRuntime, metadata: {name: r}, spec: {mlPolicy: "
                        + policy
                        + ", template: {spec: {replicatedJobs: [{name: side, template: {spec: {template: {spec:"
                        + " {containers: [{name: a, image: a}]}}}}}, {name: node, template: {metadata: {labels:"
                        + " {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}, spec: {template: {spec: {containers:"
                        + " [{name: log, image: l}, {name: node, image: t, env: [{name: TRAINER_OWN, value: x}], command:"
                        + " [" + command + "]}]}}}}}]}}}}"));
    }

    private AdmissionResponse review(Map<String, Object> runtime, Optional<Map<String, Object>> old) {
        return webhooks.runtimes()
                .review(new AdmissionRequest(
                        "uid",
                        old.isEmpty() ? AdmissionRequest.Operation.CREATE : AdmissionRequest.Operation.UPDATE,
                        "trainer.kubeflow.org",
                        "v1alpha1",
                        "v1alpha1",
                        "ClusterTrainingRuntime",
                        "",
                        "",
                        "r",
                        "someone",
                        false,
                        Optional.of(runtime),
                        old))
                .await()
                .indefinitely();
    }
}
