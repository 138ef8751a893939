package io.trainyard.spi.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RuntimeRefTest {

    @ParameterizedTest(name = "{0} of {1}: {2}")
    @CsvSource({
        ", , ClusterTrainingRuntime.trainer.kubeflow.org",
        "'', '', ClusterTrainingRuntime.trainer.kubeflow.org",
        "TrainingRuntime, trainer.kubeflow.org, TrainingRuntime.trainer.kubeflow.org",
        "TrainingRuntime, kubeflow.org, TrainingRuntime.trainer.kubeflow.org",
        "Recipe, example.com, Recipe.example.com",
    })
    void theKeyOfARuntimeKindHasItsDefaults(String kind, String group, String expected) {
        // API-25, API-26, VAL-21
        assertThat(new RuntimeRef(group, kind, "torch").registryKey()).isEqualTo(expected);
    }
}
