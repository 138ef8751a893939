package io.trainyard.core.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.yaml.YamlDocuments;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainJob;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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
                "{name: torch-distribute}              | spec.runtimeRef.name: Invalid value: \"torch-distribute\": runtime \"torch-distribute\" does not exist; did you mean \"torch-distributed\"? there are: torch-distributed, TrainingRuntime team-a/mine, TrainingRuntime team-b/theirs",
                "{name: theirs, kind: TrainingRuntime} | spec.runtimeRef.name: Invalid value: \"theirs\": runtime \"theirs\" does not exist; did you mean \"TrainingRuntime team-b/theirs\"? there are: mine, ClusterTrainingRuntime torch-distributed, TrainingRuntime team-b/theirs",
                "{name: x, kind: Deployment}           | spec.runtimeRef: Unsupported value: \"Deployment.trainer.kubeflow.org\": supported are ClusterTrainingRuntime and TrainingRuntime of trainer.kubeflow.org",
                "{name: torch-distributed, apiGroup: example.org} | spec.runtimeRef: Unsupported value: \"ClusterTrainingRuntime.example.org\"",
                "{}                                    | spec.runtimeRef: Required value: name the runtime to use; there are: "
            })
    @DisplayName("VAL-20, VAL-22, VAL-23: why there is none")
    void aRuntimeThatIsNotThereIsExplained(String reference, String explanation) {
        assertThat(runtimes.find(job(reference))).isEmpty();
        assertThat(runtimes.explain(job(reference)).toString()).startsWith(explanation);
    }

    @Test
    @DisplayName("LOCAL-248: of many runtimes one that is alike by its name is guessed, and ten are named")
    void ofManyRuntimesOneIsGuessed() {
        String many = IntStream.range(0, 20)
                .mapToObj(each ->
                        "{apiVersion: trainer.kubeflow.org/v1alpha1, kind: ClusterTrainingRuntime, metadata: {name: "
                                + (each == 0 ? "trl" : "runtime-" + each) + "}}")
                .collect(Collectors.joining("\n---\n"));
        ManifestRuntimes all = new ManifestRuntimes(manifests(many).runtimes().stream()
                .map(Manifest::object)
                .map(RuntimeResource.class::cast)
                .toList());

        assertThat(all.explain(job("{name: zzz}")).toString())
                .endsWith(
                        "runtime \"zzz\" does not exist; there are: trl, runtime-1, runtime-2, runtime-3, runtime-4, runtime-5, runtime-6, runtime-7, runtime-8, runtime-9 and 10 more");
        assertThat(all.explain(job("{name: trll}")).toString())
                .contains("runtime \"trll\" does not exist; did you mean \"trl\"? there are: trl, runtime-1");
    }

    @Test
    void withoutAnyRuntimeTheExplanationSaysSo() {
        assertThat(new ManifestRuntimes(List.of()).explain(job("{name: x}")).toString())
                .contains("runtime \"x\" does not exist; none is here: name a file with it, too");
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
        return ManifestReader.read(List.of(YamlDocuments.read("f.yaml", text)), "team-a", kind -> Optional.empty());
    }
}
