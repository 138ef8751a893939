package io.trainyard.launcher.render;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import io.trainyard.local.validation.NewObjectValidator;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("LOCAL-124: what does not fit the definitions is said once, with what would be right")
final class SchemaWordsTest {
    private final NewObjectValidator validator = new NewObjectValidator();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            trainer: {resourcesPerNode: {limits: {memory: 64GB}}}         | spec.trainer.resourcesPerNode.limits.memory: Invalid value: "64GB": must be a quantity such as 500m, 2 or 16Gi
            trainer: {resourcesPerNode: {limits: {memory: 1 Gi}}}         | spec.trainer.resourcesPerNode.limits.memory: Invalid value: "1 Gi": must be a quantity such as 500m, 2 or 16Gi
            trainer: {resourcesPerNode: {limits: {nvidia.com/gpu: 0.5}}}  | spec.trainer.resourcesPerNode.limits.nvidia.com/gpu: Invalid value: must be a whole number or text; fractions are text, such as 500m or "0.5", and GPUs come whole
            trainer: {numNodes: -1}                                       | spec.trainer.numNodes: Invalid value: -1: must be greater than or equal to 0
            trainer: {command: python}                                    | spec.trainer.command: Invalid value: must be a list, not string
            trainer: {env: [{value: a}]}                                  | spec.trainer.env[0].name: Required value: must be set
            activeDeadlineSeconds: 0                                      | spec.activeDeadlineSeconds: Invalid value: 0: must be greater than or equal to 1
            """)
    void once(String field, String words) {
        assertThat(errors("{runtimeRef: {name: r}, " + field + "}"))
                .extracting(FieldError::toString)
                .containsExactly(words);
    }

    @Test
    @DisplayName("nothing is said of what fits")
    void nothing() {
        assertThat(errors("{runtimeRef: {name: r}}")).isEmpty();
    }

    private List<FieldError> errors(String spec) {
        return SchemaWords.of(validator.errors(Tree.child(Yaml.parse(
                "{apiVersion: trainer.kubeflow.org/v1alpha1, kind: TrainJob, metadata: {name: a, namespace: n}, spec: "
                        + spec + "}"))));
    }
}
