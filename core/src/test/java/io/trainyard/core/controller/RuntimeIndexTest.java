package io.trainyard.core.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.core.fixture.Manifests;
import io.trainyard.spi.model.TrainJob;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("RuntimeIndex (PIPE-61, PIPE-64, GANG-68)")
final class RuntimeIndexTest {
    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {name: a}                                                            | ClusterTrainingRuntime//a
                    {name: a, kind: ClusterTrainingRuntime, apiGroup: kubeflow.org}      | ClusterTrainingRuntime//a
                    {name: a, kind: TrainingRuntime, apiGroup: trainer.kubeflow.org}     | TrainingRuntime/team-a/a
                    {name: a, apiGroup: ''}                                              | ClusterTrainingRuntime//a
                    {name: a, apiGroup: example.com}                                     |
                    """)
    @DisplayName("a namespaced runtime is looked for in the TrainJob's namespace only, another group's not at all")
    void valuesOfATrainJob(String reference, String value) {
        TrainJob trainJob = Manifests.trainJob("demo", "runtimeRef: " + reference);

        assertThat(RuntimeIndex.values(trainJob)).isEqualTo(value == null ? List.of() : List.of(value));
    }
}
