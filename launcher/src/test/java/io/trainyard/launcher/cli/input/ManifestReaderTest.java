package io.trainyard.launcher.cli.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.core.manifest.ManifestReader;
import io.trainyard.core.manifest.Manifests;
import io.trainyard.foundation.yaml.Problem;
import io.trainyard.foundation.yaml.YamlDocuments;
import io.trainyard.local.validation.DefinedSchemas;
import io.trainyard.spi.model.TrainJob;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ManifestReaderTest {
    private static final String JOB =
            """
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: TrainJob
            metadata: {name: a}
            spec:
              runtimeRef: {name: r}
            """;

    private static final String RUNTIME =
            """
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: TrainingRuntime
            metadata: {name: r}
            spec:
              mlPolicy: {numNodes: 2, torch: {numProcPerNode: auto}}
              template:
                spec:
                  replicatedJobs:
                  - name: node
                    template:
                      spec:
                        template:
                          spec:
                            containers:
                            - name: node
                              image: x
                              volumeMounts: []
                              emptyThing:
            """;

    @Test
    @DisplayName("a namespace that cannot be one is a mistake of its field, of objects of other kinds, too (LOCAL-232)")
    void impossibleNamespaces() {
        Manifests manifests = read(
                JOB.replace("{name: a}", "{name: a, namespace: Bad NS}"),
                "{apiVersion: v1, kind: Secret, metadata: {name: s, namespace: a.b}}");

        assertThat(manifests.problems()).hasSize(2).allSatisfy(problem -> assertThat(problem.toString())
                .contains("metadata.namespace: cannot be \"")
                .contains("a lowercase RFC 1123 label"));
    }

    @Test
    void documentsAreSortedIntoTrainJobsRuntimesAndOthers() {
        Manifests manifests = read(
                RUNTIME + "---\n" + JOB,
                """
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: ClusterTrainingRuntime
                metadata: {name: c, namespace: ignored}
                spec: {}
                ---
                apiVersion: v1
                kind: Secret
                metadata: {name: s}
                """);

        assertThat(manifests.problems()).isEmpty();
        assertThat(manifests.trainJobs())
                .extracting(job -> job.object().toString())
                .containsExactly("TrainJob team-a/a");
        assertThat(manifests.runtimes())
                .extracting(runtime -> runtime.object().toString())
                .containsExactly("TrainingRuntime team-a/r", "ClusterTrainingRuntime c");
        assertThat(manifests.others())
                .extracting(other -> other.object().get("kind"))
                .containsExactly("Secret");
    }

    @Test
    void allFieldsArriveInTheObject() {
        TrainJob job = read(JOB
                        + """
                          trainer:
                            image: pytorch
                            command: [torchrun]
                            env: [{name: A, value: "1"}]
                            numNodes: 3
                            resourcesPerNode: {limits: {nvidia.com/gpu: 4, memory: 1Gi}}
                            numProcPerNode: 2
                          suspend: false
                          activeDeadlineSeconds: 60
                        """)
                .trainJobs()
                .get(0)
                .object();

        assertThat(job.getSpec().trainer().numNodes()).isEqualTo(3);
        assertThat(job.getSpec().trainer().env().get(0).getValue()).isEqualTo("1");
        assertThat(job.getSpec()
                        .trainer()
                        .resourcesPerNode()
                        .getLimits()
                        .get("nvidia.com/gpu")
                        .getAmount())
                .isEqualTo("4");
        assertThat(job.getSpec().trainer().numProcPerNode().getIntVal()).isEqualTo(2);
        assertThat(job.getSpec().suspend()).isFalse();
        assertThat(job.getSpec().activeDeadlineSeconds()).isEqualTo(60L);
    }

    @Test
    void templatesKeepEveryFieldButNulls() {
        Map<String, Object> spec =
                read(RUNTIME).runtimes().get(0).object().getSpec().template().spec();

        assertThat(spec.toString()).contains("volumeMounts=[]").doesNotContain("emptyThing");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "  trainer: {numNode: 2}          | f0.yaml:6:13: spec.trainer.numNode: unknown field; did you mean \"numNodes\"?",
                "  trainer: {wolume: 2}           | f0.yaml:6:13: spec.trainer.wolume: unknown field",
                "  Trainer: {}                    | f0.yaml:6:3: spec.Trainer: unknown field; did you mean \"trainer\"?",
                "  trainer: {numNodes: two}       | f0.yaml:6:13: spec.trainer.numNodes: must be a whole number of at most 32 bits, not \"two\"",
                "  trainer: {numNodes: 1.5}       | f0.yaml:6:13: spec.trainer.numNodes: must be a whole number of at most 32 bits, not 1.5",
                "  trainer: {command: torchrun}   | f0.yaml:6:13: spec.trainer.command: must be a list, not \"torchrun\"",
                "  trainer: {command: [sleep, 5]} | f0.yaml:6:30: spec.trainer.command[1]: must be text; put it in quotes: \"5\"",
                "  trainer: {env: {A: b}}         | f0.yaml:6:13: spec.trainer.env: must be a list, not an object",
                "  trainer: {env: [{name: A, value: 0644}]} | f0.yaml:6:29: spec.trainer.env[0].value: must be text; put it in quotes: \"0644\"",
                "  trainer: {env: [{name: A, valeu: b}]} | f0.yaml:6:29: spec.trainer.env[0].valeu: unknown field; did you mean \"value\"?",
                "  trainer: {numProcPerNode: [1]} | f0.yaml:6:13: spec.trainer.numProcPerNode: must be a whole number or text, not a list",
                "  trainer: []                    | f0.yaml:6:3: spec.trainer: must be an object with fields, not a list",
                "  suspend: 'yes'                 | f0.yaml:6:3: spec.suspend: must be true or false, not \"yes\"",
                "  labels: {a: 1}                 | f0.yaml:6:12: spec.labels[a]: must be text; put it in quotes: \"1\"",
                "  podTemplateOverrides: [{spec: {containers: [{name: 1}]}}] | f0.yaml:6:48: spec.podTemplateOverrides[0].spec.containers[0].name: must be text; put it in quotes: \"1\""
            })
    void aWrongFieldIsReportedWithLinePathAndWhatWouldBeRight(String line, String problem) {
        Manifests manifests =
                read(JOB + line.replace("'yes'", "\"yes\"").indent(2).replaceFirst("^ *", "  "));

        assertThat(manifests.problems()).extracting(Problem::toString).containsExactly(problem);
        assertThat(manifests.trainJobs()).isEmpty();
    }

    @Test
    void allProblemsOfAllFilesAreReported() {
        assertThat(read(JOB + "  trainer: {a1: 1}\n  suspend: 3\n", "a: [\n", "kind: X\n")
                        .problems())
                .hasSize(4);
    }

    @Test
    void aSlipInATemplateIsOnlyNotedButAWrongTypeIsRefused() {
        assertThat(read(RUNTIME.replace("emptyThing:", "imagePullPolicy: Always"))
                        .notes())
                .isEmpty();
        assertThat(read(RUNTIME.replace("volumeMounts", "volumeMount")).notes())
                .extracting(Problem::toString)
                .contains(
                        "f0.yaml:17:19: spec.template.spec.replicatedJobs[0].template.spec.template.spec.containers[0].volumeMount: unknown field; did you mean \"volumeMounts\"?");
        assertThat(read(RUNTIME.replace("volumeMounts: []", "volumeMounts: x")).problems())
                .singleElement()
                .asString()
                .endsWith("must be a list, not \"x\"");
        assertThat(read(RUNTIME.replace(
                                "- name: node\n        template", "- name: node\n        replica: 1\n        template"))
                        .notes())
                .first()
                .asString()
                .contains("did you mean \"replicas\"?");
    }

    @ParameterizedTest
    @ValueSource(strings = {"kubeflow.org/v2alpha1", "trainer.kubeflow.org/v2alpha1"})
    @DisplayName("API-03: older names")
    void anOlderNameOfTheApiIsRewrittenWithANote(String old) {
        Manifests manifests = read(JOB.replace("trainer.kubeflow.org/v1alpha1", old));

        assertThat(manifests.trainJobs().get(0).object().getApiVersion()).isEqualTo("trainer.kubeflow.org/v1alpha1");
        assertThat(manifests.notes())
                .extracting(Problem::toString)
                .containsExactly(
                        "f0.yaml:1:1: apiVersion: " + old + " is an older name, read as trainer.kubeflow.org/v1alpha1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"kubeflow.org/v1", "trainer.kubeflow.org/v1beta1", "v1", "trainer.kubeflow.com/v1alpha1"})
    void anyOtherApiVersionOfOurKindsIsRefused(String apiVersion) {
        assertThat(read(JOB.replace("trainer.kubeflow.org/v1alpha1", apiVersion))
                        .problems())
                .extracting(Problem::toString)
                .containsExactly("f0.yaml:1:1: apiVersion: must be trainer.kubeflow.org/v1alpha1 for a TrainJob, not "
                        + apiVersion);
    }

    @Test
    @DisplayName("API-05: other kinds of our group")
    void aMisspeltKindIsRefusedButAnotherKindOfOurGroupIsLeftAlone() {
        assertThat(read(JOB.replace("TrainJob", "Trainjob")).problems())
                .singleElement()
                .asString()
                .isEqualTo("f0.yaml:2:1: kind: no such kind: Trainjob; did you mean \"TrainJob\"?");
        assertThat(read(JOB.replace("TrainJob", "OptimizationJob")).others()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({
        "apiVersion: v1, kind: required",
        "kind: Secret, apiVersion: required",
        "'{}', apiVersion: required",
        "'- a', must be a Kubernetes object"
    })
    void somethingThatIsNoKubernetesObjectIsRefused(String text, String part) {
        assertThat(read(text).problems()).first().asString().contains(part);
    }

    @Test
    void anObjectNeedsAName() {
        assertThat(read(JOB.replace("{name: a}", "{}")).problems())
                .extracting(Problem::toString)
                .containsExactly("f0.yaml:3:1: metadata.name: required");
        assertThat(read(JOB.replace("metadata: {name: a}\n", "")).problems())
                .extracting(Problem::toString)
                .containsExactly("f0.yaml:1:1: metadata.name: required");
    }

    @Test
    void anObjectGivenTwiceIsRefusedWithBothPlaces() {
        assertThat(read(JOB, JOB).problems())
                .extracting(Problem::toString)
                .containsExactly(
                        "f1.yaml:3:12: metadata.name: TrainJob team-a/a is given twice; first at f0.yaml:3:12");
        assertThat(read(JOB, JOB.replace("{name: a}", "{name: a, namespace: b}"))
                        .problems())
                .isEmpty();
    }

    @Test
    void aListIsTakenApartAndItsItemsKeepTheirPlaces() {
        Manifests manifests =
                read("apiVersion: v1\nkind: List\nitems:\n- " + JOB.indent(2).strip() + "\n    suspend: x\n");

        assertThat(manifests.problems())
                .extracting(Problem::toString)
                .containsExactly("f0.yaml:9:5: spec.suspend: must be true or false, not \"x\"");
    }

    @Test
    void statusAndServerFieldsAreAccepted() {
        assertThat(read(JOB.replace(
                                        "{name: a}",
                                        "{name: a, uid: u, resourceVersion: \"5\", creationTimestamp: 2026-01-01T00:00:00Z, managedFields: [{fieldsV1: {f: {}}}]}")
                                + "status: {conditions: [{type: Complete, status: \"True\"}], jobsStatus: []}\n")
                        .problems())
                .isEmpty();
    }

    private static Manifests read(String... texts) {
        return ManifestReader.read(
                IntStream.range(0, texts.length)
                        .mapToObj(i -> YamlDocuments.read("f" + i + ".yaml", texts[i]))
                        .toList(),
                "team-a",
                DefinedSchemas::of);
    }
}
