package io.trainyard.core.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.yaml.YamlDocuments;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainJob;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ManifestRuntimesTest {
    private final ManifestRuntimes runtimes = new ManifestRuntimes(manifests(
                    """
                    apiVersion: trainer.kubeflow.org/v1alpha1
                    kind: ClusterTrainingRuntime
                    metadata: {name: torch-distributed}
                    ---
                    apiVersion: trainer.kubeflow.org/v1alpha1
                    kind: TrainingRuntime
                    metadata: {name: mine, namespace: team-a}
                    ---
                    apiVersion: trainer.kubeflow.org/v1alpha1
                    kind: TrainingRuntime
                    metadata: {name: theirs, namespace: team-b}
                    """)
            .runtimes()
            .stream()
            .map(Manifest::object)
            .map(RuntimeResource.class::cast)
            .toList());

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{name: torch-distributed}                                                                      | ClusterTrainingRuntime torch-distributed",
                "{name: torch-distributed, kind: '', apiGroup: ''}                                              | ClusterTrainingRuntime torch-distributed",
                "{name: torch-distributed, apiGroup: kubeflow.org, kind: ClusterTrainingRuntime}                | ClusterTrainingRuntime torch-distributed",
                "{name: mine, kind: TrainingRuntime, apiGroup: trainer.kubeflow.org}                            | TrainingRuntime team-a/mine"
            })
    @DisplayName("VAL-21, VAL-23: which runtime is meant")
    void aRuntimeIsFoundByKindAndNameInTheRightNamespace(String reference, String found) {
        assertThat(runtimes.find(job(reference.replace("''", "\"\"")))).get().hasToString(found);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{name: torch-distribute}              | spec.runtimeRef.name: Invalid value: \"torch-distribute\": there is no ClusterTrainingRuntime torch-distribute; known are ClusterTrainingRuntime torch-distributed, TrainingRuntime team-a/mine, TrainingRuntime team-b/theirs; did you mean \"ClusterTrainingRuntime torch-distributed\"?",
                "{name: theirs, kind: TrainingRuntime} | spec.runtimeRef.name: Invalid value: \"theirs\": there is no TrainingRuntime team-a/theirs; known are",
                "{name: x, kind: Deployment}           | spec.runtimeRef: Unsupported value: \"Deployment.trainer.kubeflow.org\": supported are ClusterTrainingRuntime and TrainingRuntime of trainer.kubeflow.org",
                "{name: torch-distributed, apiGroup: example.org} | spec.runtimeRef: Unsupported value: \"ClusterTrainingRuntime.example.org\"",
                "{}                                    | spec.runtimeRef: Required value: name the runtime to use; known are"
            })
    @DisplayName("VAL-20, VAL-22, VAL-23: why there is none")
    void aRuntimeThatIsNotThereIsExplained(String reference, String explanation) {
        assertThat(runtimes.find(job(reference))).isEmpty();
        assertThat(runtimes.explain(job(reference)).toString()).startsWith(explanation);
    }

    @Test
    void withoutAnyRuntimeTheExplanationSaysSo() {
        assertThat(new ManifestRuntimes(List.of()).explain(job("{name: x}")).toString())
                .contains("no runtime was given");
    }

    private static TrainJob job(String reference) {
        return manifests(
                        "apiVersion: trainer.kubeflow.org/v1alpha1\nkind: TrainJob\nmetadata: {name: a}\nspec: {runtimeRef: "
                                + reference + "}\n")
                .trainJobs()
                .get(0)
                .object();
    }

    private static Manifests manifests(String text) {
        return ManifestReader.read(List.of(YamlDocuments.read("f.yaml", text)), "team-a");
    }
}
