package io.trainyard.testcluster.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class FakeNodesTest {

    private static final String COMPLETE =
            """
            apiVersion: kwok.x-k8s.io/v1alpha1
            kind: Stage
            metadata: {name: anything}
            spec:
              selector:
                matchExpressions:
                - {key: .status.phase, operator: In, values: [Running]}
                - {key: '.metadata.ownerReferences.[].kind', operator: In, values: [Job]}
              next:
                statusTemplate: |
                  exitCode: 0
                  reason: Completed
                  phase: Succeeded
            """;

    @Test
    @DisplayName("RC-2: a pod ends when its annotation says so, with code 0 or 1")
    void aPodEndsWellOrBadlyAsItsAnnotationSays() {
        GenericKubernetesResource complete = stage(1);
        GenericKubernetesResource fail = stage(2);

        assertThat(complete.<Object>get("spec", "selector", "matchExpressions"))
                .asString()
                .contains("Running", "sim/outcome", "Succeeded")
                .doesNotContain("ownerReferences");
        assertThat(complete.<String>get("spec", "next", "statusTemplate")).contains("exitCode: 0", "phase: Succeeded");
        assertThat(fail.<Object>get("spec", "selector", "matchExpressions"))
                .asString()
                .contains("sim/outcome", "Failed");
        assertThat(fail.<String>get("spec", "next", "statusTemplate"))
                .contains("exitCode: 1", "reason: Error", "phase: Failed");
        assertThat(complete.getMetadata().getName())
                .isNotEqualTo(fail.getMetadata().getName());
    }

    @Test
    void otherStagesAreTakenAsTheyAre() {
        assertThat(documents().get(0).strip()).isEqualTo("kind: Other");
    }

    @Test
    void aStageWithoutTheOwnerInItsSelectorIsRefusedRatherThanEndingEveryPod() {
        String changed = COMPLETE.replace("ownerReferences", "somethingElse");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> FakeNodes.stages(List.of(), changed, Path.of("/pod.log")))
                .withMessageContaining("ownerReferences");
    }

    private static GenericKubernetesResource stage(int index) {
        return Serialization.unmarshal(documents().get(index), GenericKubernetesResource.class);
    }

    private static List<String> documents() {
        return YamlDocuments.split(FakeNodes.stages(List.of("kind: Other"), COMPLETE, Path.of("/pod.log")));
    }
}
