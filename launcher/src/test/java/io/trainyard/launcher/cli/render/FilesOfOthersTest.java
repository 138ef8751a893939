package io.trainyard.launcher.cli.render;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.trainyard.core.manifest.Manifest;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import io.trainyard.launcher.cli.input.InputFiles;
import io.trainyard.launcher.cli.input.InputFlags;
import io.trainyard.launcher.cli.input.JobInput;
import io.trainyard.launcher.cli.input.RuntimeCatalogue;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.cli.process.Environment;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainJob;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Files as other people write them")
final class FilesOfOthersTest {
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
            kind: ClusterTrainingRuntime
            metadata: {name: r}
            spec:
              template:
                spec:
                  replicatedJobs:
                  - name: node
                    template: {spec: {template: {spec: {containers: [{name: node, image: x}]}}}}
            """;

    @TempDir
    private Path folder;

    private final StringWriter told = new StringWriter();
    private final Environment environment = new Environment(
            InputStream.nullInputStream(), new PrintWriter(told), new PrintWriter(told), Map.of(), Optional.empty());

    /** What is found wrong with a runtime or a TrainJob, by the name of the object. */
    private Map<String, Validation> findings = Map.of();

    private final Renderer renderer = new Renderer() {
        @Override
        public Rendered render(Manifest<TrainJob> job, RuntimeResource runtime) {
            String name = job.object().getMetadata().getName();
            return new Rendered(
                    List.of(new ConfigMapBuilder()
                            .withNewMetadata()
                            .withName(name)
                            .endMetadata()
                            .build()),
                    findings.getOrDefault(name, Validation.OK));
        }

        @Override
        public Validation check(Manifest<RuntimeResource> runtime) {
            return findings.getOrDefault(runtime.object().getMetadata().getName(), Validation.OK);
        }

        @Override
        public void close() {}
    };

    private void file(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    /** What is printed, or what is wrong, without the folder. */
    private String render() {
        try {
            JobInput.Source source =
                    new InputFlags().source(List.of(folder.toString()), 2).withVariants();
            JobInput input = JobInput.read(source, Manifest::object, environment);
            return Rendering.yamlOf(Rendering.jobs(renderer, input, environment))
                    .replace(folder + "/", "");
        } catch (CommandException wrong) {
            return String.valueOf(wrong.getMessage()).replace(folder + "/", "");
        }
    }

    private String told() {
        return told.toString().replace(folder + "/", "");
    }

    private List<RenderCheck.Line> check() {
        return new RenderCheck(
                        new InputFiles(environment.in()).readTrees(List.of(folder.toString())),
                        "default",
                        new InputFlags().catalogue(environment))
                .lines(renderer);
    }

    private List<String> lines() {
        return check().stream()
                .map(line -> line.text().replace(folder + "/", ""))
                .toList();
    }

    @Test
    @DisplayName(
            "a generated name is shown by one that stands for it, as long as it will be, and a note says so (LOCAL-124b)")
    void generatedNames() throws IOException {
        String job = JOB.replace("name: a", "generateName: sft-");
        file("all.yaml", RUNTIME + "---\n" + job + "---\n" + job);

        assertThat(render()).contains("name: sft-xxxxx\n", "name: sft-xxxx2\n").doesNotContain("null");
        assertThat(told())
                .contains(
                        "note: all.yaml:13:12: metadata.generateName: the name is made when the TrainJob is created; here sft-xxxxx stands for it");
    }

    @Test
    @DisplayName("a written name needs no note, is used beside generateName, and one of the two is needed")
    void writtenNames() throws IOException {
        file("all.yaml", RUNTIME + "---\n" + JOB.replace("name: a", "name: a, generateName: sft-"));
        assertThat(render()).contains("name: a\n");
        assertThat(told()).isEmpty();

        file("all.yaml", RUNTIME + "---\n" + JOB.replace("name: a", "labels: {}"));
        assertThat(render()).isEqualTo("all.yaml:13:1: metadata.name: required");
    }

    @Test
    @DisplayName("a long prefix is cut as API servers cut it")
    void longPrefixes() throws IOException {
        file("all.yaml", RUNTIME + "---\n" + JOB.replace("name: a", "generateName: " + "p".repeat(70)));

        assertThat(render()).contains("name: " + "p".repeat(58) + "xxxxx\n");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "trainingRuntimeRef: {}                   | it is spec.runtimeRef here",
                "datasetConfig: {}                        | it is spec.initializer.dataset here",
                "modelConfig: {}                          | it is spec.initializer.model here",
                "podGroupPolicy: {}                       | it belongs to the runtime, spec.podGroupPolicy there",
                "ttlSecondsAfterFinished: 6               | it belongs to the runtime, spec.template.spec.ttlSecondsAfterFinished there",
                "failurePolicy: {}                        | it belongs to the runtime, spec.template.spec.failurePolicy there",
                "mlPolicy: {}                             | it belongs to the runtime, spec.mlPolicy there",
                "numNodes: 2                              | its place is spec.trainer.numNodes",
                "image: x                                 | its place is spec.trainer.image",
                "nodeSelector: {}                         | its place is spec.podTemplateOverrides[].spec.nodeSelector",
                "replicas: 2                              | it is spec.trainer.numNodes here",
                "parallelism: 3                           | it is spec.trainer.numNodes here",
                "trainer: {nodes: 3}                      | did you mean \"numNodes\"?",
                "initializer: {dataset: {secret: x}}      | did you mean \"secretRef\"?",
                "runPolicy: {}                            | it is a field of Kubeflow's v1 jobs, such as PyTorchJob",
                "cleanPodPolicy: None                     | it is a field of Kubeflow's v1 jobs, such as PyTorchJob: there is none here",
                "pytorchReplicaSpecs: {}                  | it is a field of Kubeflow's v1 jobs, such as PyTorchJob: spec.trainer says",
                "trainer: {podTemplateOverrides: []}      | its place is spec.podTemplateOverrides",
                "trainer: {elasticPolicy: {}}             | it belongs to the runtime, spec.mlPolicy.torch.elasticPolicy there",
                "trainer: {securityContext: {}}           | its place is spec.podTemplateOverrides[].spec.securityContext",
                "trainer: {priorityClassName: x}          | its place is spec.podTemplateOverrides[].spec.priorityClassName",
                "trainer: {resources: {}}                 | it is spec.trainer.resourcesPerNode here",
                "trainer: {volumeMounts: []}              | its place is spec.podTemplateOverrides[].spec.containers[].volumeMounts",
                "trainer: {resourcesPerNode: {cpu: 4}}    | a resource belongs below requests or limits",
                "trainer: {resourcesPerNode: {nvidia.com/gpu: 4}} | a resource belongs below requests or limits",
                "trainer: {resourcesPerNode: {limit: {}}} | did you mean \"limits\"?",
                "initializer: {storageUri: x}             | its place is spec.initializer.dataset.storageUri or spec.initializer.model.storageUri",
                "podTemplateOverrides: [{targetReplicatedJob: node}] | it is spec.podTemplateOverrides[0].targetJobs here",
                "podTemplateOverrides: [{podTemplateSpec: {}}] | it is spec.podTemplateOverrides[0].spec here",
                "podTemplateOverrides: [{tolerations: []}] | its place is spec.podTemplateOverrides[0].spec.tolerations",
                "podTemplateOverrides: [{spec: {containers: [{name: node, resources: {}}]}}] | it is spec.trainer.resourcesPerNode here"
            })
    @DisplayName("a field of a TrainJob in a wrong place is refused, and its place is named (LOCAL-124a)")
    void misplacedInTrainJobs(String field, String advice) throws IOException {
        file("all.yaml", RUNTIME + "---\n" + JOB + "  " + field + "\n");

        assertThat(render())
                .startsWith("all.yaml:16:")
                .contains(": unknown field")
                .contains("; " + advice);
        assertThat(render().lines()).hasSize(1);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "numNodes: 2                                 | its place is spec.mlPolicy.numNodes",
                "replicatedJobs: []                          | its place is spec.template.spec.replicatedJobs",
                "startupPolicy: {}                           | its place is spec.template.spec.startupPolicy",
                "mlPolicy: {torch: {numNodes: 2}}            | its place is spec.mlPolicy.numNodes",
                "mlPolicy: {elasticPolicy: {}}               | its place is spec.mlPolicy.torch.elasticPolicy",
                "podGroupPolicy: {podGroupPolicySource: x}   | its fields stand here themselves: coscheduling, volcano",
                "podGroupPolicy: {scheduleTimeoutSeconds: 1} | its place is spec.podGroupPolicy.coscheduling.scheduleTimeoutSeconds",
                "trainer: {}                                 | it belongs to the TrainJob, spec.trainer there",
                "podTemplateOverrides: []                    | it belongs to the TrainJob, spec.podTemplateOverrides there",
                "runPolicy: {}                               | it is a field of Kubeflow's v1 jobs, such as PyTorchJob",
                "containers: []                              | its place is spec.template.spec.replicatedJobs[].template.spec.template.spec.containers",
                "whatever: {}                                | unknown field"
            })
    @DisplayName("and so is one of a runtime")
    void misplacedInRuntimes(String field, String advice) throws IOException {
        file("all.yaml", JOB + "---\n" + RUNTIME + "  " + field + "\n");

        assertThat(render()).startsWith("all.yaml:16:").contains(advice.strip());
        assertThat(render()).contains("unknown field").doesNotContain("did you mean");
    }

    @Test
    @DisplayName("what only the definition knows to be unknown in a runtime's template is worth a note")
    void unknownInTemplates() throws IOException {
        file(
                "all.yaml",
                JOB + "---\n"
                        + RUNTIME.replace(
                                "    spec:\n      rep", "    spec:\n      failurePolicy: {maxRestart: 3}\n      rep"));

        assertThat(render()).contains("kind: ConfigMap");
        assertThat(told())
                .isEqualTo(
                        "note: all.yaml:13:23: spec.template.spec.failurePolicy.maxRestart: unknown field; did you mean \"maxRestarts\"?\n");
    }

    @Test
    @DisplayName("nothing is noted of fields that are known, and of other kinds of Kubeflow")
    void nothingToNote() throws IOException {
        file(
                "all.yaml",
                JOB + "---\n"
                        + RUNTIME.replace(
                                "    spec:\n      rep", "    spec:\n      failurePolicy: {maxRestarts: 3}\n      rep")
                        + "---\napiVersion: kubeflow.org/v1\nkind: Notebook\nmetadata: {name: x}\n");

        assertThat(render()).contains("kind: ConfigMap");
        assertThat(told()).isEmpty();
    }

    @Test
    @DisplayName("a field without a value is told with what to do, where a server-side apply refuses it (LOCAL-124c)")
    void emptyFields() throws IOException {
        file(
                "all.yaml",
                JOB + "  trainer:\n    # numNodes: 2\n---\n"
                        + RUNTIME.replace("    spec:\n      rep", "    spec:\n      failurePolicy:\n      rep"));

        assertThat(render()).contains("kind: ConfigMap");
        assertThat(told())
                .isEqualTo(
                        """
                        note: all.yaml:6:3: spec.trainer: empty; remove the line or give it fields: a server-side apply refuses null here, other writes leave it out
                        note: all.yaml:15:7: spec.template.spec.failurePolicy: empty; remove the line or give it fields: a server-side apply refuses null here, other writes leave it out
                        """);
        file("all.yaml", RUNTIME + "---\n" + JOB + "  trainer:\n  initializer:\n");
        told.getBuffer().setLength(0);
        render();
        assertThat(told().lines())
                .element(1)
                .asString()
                .endsWith("spec.initializer: empty; remove the line or give it fields");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"suspend:", "managedBy:", "plugins: [{name: a, parameters: {x: }}]", "trainer: {}", "labels: {}"
            })
    @DisplayName("and not where the schema has a default, or takes anything")
    void harmlessEmptyFields(String field) throws IOException {
        file("all.yaml", RUNTIME + "---\n" + JOB + "  " + field + "\n");

        render();
        assertThat(told()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "metadata:\n  name: {{ .Release.Name }}",
                "metadata: {name: x}\nspec:\n  {{- if .Values.gpu }}\n  suspend: true\n  {{- end }}",
                "metadata: {name: x}\nspec:\n  trainer: {{ toYaml .Values.trainer }}",
                "metadata: {name: \"{{ .Release.Name }}\"}",
                "metadata: {name: x}\nspec: {runtimeRef: {name: '{{ .Values.runtime }}'}}",
                "metadata: {name: x}\nspec: {trainer: {numNodes: '{{ .Values.nodes }}'}}"
            })
    @DisplayName("a template of a chart is called one (LOCAL-124d)")
    void templates(String text) throws IOException {
        file("all.yaml", "apiVersion: trainer.kubeflow.org/v1alpha1\nkind: TrainJob\n" + text + "\n");

        assertThat(render())
                .endsWith("this is a template of a chart, not YAML yet; render it first: helm template CHART");
        assertThat(render().lines()).hasSize(1);
    }

    @Test
    @DisplayName("what is wrong beside an action of a template, or with braces of other sorts, is told as it is")
    void noTemplates() throws IOException {
        file("all.yaml", JOB + "  trainer: {command: [a, '{{ x }}']\n  suspend: [\n");
        assertThat(render()).doesNotContain("chart");
        file("all.yaml", JOB + "  trainer: {{a: b}: c}\n");
        assertThat(render()).doesNotContain("chart");
    }

    @Test
    @DisplayName("jobs of Kubeflow's v1 operators are called that")
    void oldJobs() throws IOException {
        file("all.yaml", "apiVersion: kubeflow.org/v1\nkind: PyTorchJob\nmetadata: {name: x}\n");

        assertThat(render()).startsWith("there is no TrainJob in ");
        assertThat(told())
                .isEqualTo(
                        "note: all.yaml:2:1: kind: PyTorchJob is a job of Kubeflow's v1 operators and is not read; a TrainJob with a runtime takes its place\n");
        assertThat(check()).noneMatch(RenderCheck.Line::isRefused);
    }

    @Test
    @DisplayName(
            "a TrainJob that stands in several files is rendered for each, with the runtime of its own file (LOCAL-124e)")
    void variants() throws IOException {
        file("a.yaml", RUNTIME + "---\n" + JOB);
        file("b.yaml", RUNTIME + "---\n" + JOB);

        assertThat(render()).contains("# TrainJob default/a of a.yaml\n", "---\n# TrainJob default/a of b.yaml\n");
        file("b.yaml", JOB + "---\n" + JOB);
        assertThat(render())
                .isEqualTo("b.yaml:9:12: metadata.name: TrainJob default/a is given twice; first at b.yaml:3:12");
    }

    @Test
    @DisplayName("what is wrong with a runtime is told there, and not again at its TrainJobs (LOCAL-124)")
    void toldOnce() throws IOException {
        file("all.yaml", RUNTIME + "---\n" + JOB);
        findings = Map.of(
                "r",
                error("spec.mlPolicy", "bad"),
                "a",
                error("spec.runtimeRef", "bad").and(error("spec.trainer", "own")));

        assertThat(render())
                .isEqualTo(
                        """
                        all.yaml:4:1: ClusterTrainingRuntime r: spec.mlPolicy: Forbidden: bad
                        all.yaml:14:1: TrainJob default/a: spec.trainer: Forbidden: own""");
        findings = Map.of("a", error("spec.runtimeRef", "bad"));
        assertThat(render()).isEqualTo("all.yaml:15:3: TrainJob default/a: spec.runtimeRef: Forbidden: bad");
    }

    private static Validation error(String path, String message) {
        return new Validation(List.of(FieldError.forbidden(path, message)), List.of());
    }

    @Test
    @DisplayName("a check prints a line for each document: renders, warnings, refused, skipped")
    void checks() throws IOException {
        file("a/job.yaml", RUNTIME + "---\n" + JOB + "---\n" + JOB.replace("name: a", "name: b"));
        file("b.yaml", JOB.replace("{name: r}", "{name: none}"));
        file("c.yaml", JOB + "  replicas: 2\n  image: x\n");
        file("chart.yaml", "{{- if .Values.a }}\na: b\n{{- end }}\n");
        file("map.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: m}\n");
        file("values.yaml", "image: {tag: x}\n");
        file("wrong.yaml", "a: [\n");
        findings = Map.of("b", new Validation(List.of(), List.of("spec.trainer: odd")));

        assertThat(lines())
                .containsExactly(
                        "a/job.yaml:1:1: ClusterTrainingRuntime r: renders",
                        "a/job.yaml:11:1: TrainJob default/a: renders",
                        "a/job.yaml:17:1: TrainJob default/b: renders, with warnings: spec.trainer: odd",
                        "b.yaml:1:1: TrainJob default/a: refused: spec.runtimeRef.name: Invalid value: \"none\": runtime \"none\" does not exist; there are: r",
                        "c.yaml:1:1: TrainJob a: refused: spec.replicas: unknown field; it is spec.trainer.numNodes here; spec.image: unknown field; its place is spec.trainer.image",
                        "chart.yaml:1:2: skipped: this is a template of a chart, not YAML yet; render it first: helm template CHART",
                        "map.yaml:1:1: ConfigMap m: skipped: not a kind of Trainyard",
                        "values.yaml:1:1: skipped: no Kubernetes object",
                        "wrong.yaml:2:1: refused: not valid YAML: expected the node content, but found '<stream end>' (while parsing a flow node)");
        assertThat(check().stream().filter(RenderCheck.Line::isRefused)).hasSize(3);
    }

    @Test
    @DisplayName(
            "a TrainJob of a refused runtime is refused, too, and what is wrong stands at the runtime (LOCAL-124e)")
    void checksOfRefusedRuntimes() throws IOException {
        file("all.yaml", RUNTIME + "---\n" + JOB);
        findings = Map.of("r", error("spec.mlPolicy", "bad"), "a", error("spec.runtimeRef", "bad"));

        assertThat(lines())
                .containsExactly(
                        "all.yaml:1:1: ClusterTrainingRuntime r: refused: spec.mlPolicy: Forbidden: bad",
                        "all.yaml:11:1: TrainJob default/a: refused: spec.runtimeRef: Forbidden: the runtime is refused");
        assertThat(check()).allMatch(RenderCheck.Line::isRefused);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "secret: {name: x}                      | did you mean \"secretName\"?",
                "configMap: {configMapName: x}          | did you mean \"name\"?",
                "emptyDir: {size: 1Gi}                  | did you mean \"sizeLimit\"?",
                "persistentVolumeClaim: {claimname: x}  | did you mean \"claimName\"?"
            })
    @DisplayName("a field that has another name in its volume is told with that, not with a place elsewhere")
    void misnamedInVolumes(String volume, String advice) throws IOException {
        file("all.yaml", RUNTIME.replace("{containers", "{volumes: [{name: v, " + volume + "}], containers"));

        assertThat(lines()).singleElement().asString().endsWith("unknown field; " + advice);
    }

    @ParameterizedTest
    @ValueSource(strings = {"labels", "annotations", "name"})
    @DisplayName("what stands beside metadata belongs into it")
    void besideMetadata(String field) throws IOException {
        file("all.yaml", JOB + field + ": {a: b}\n");

        assertThat(render()).isEqualTo("all.yaml:6:1: " + field + ": unknown field; its place is metadata." + field);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "trainer: {command: [a, null]}",
                "trainer: {args: [null]}",
                "trainer: {env: [null]}",
                "plugins: [null]",
                "podTemplateOverrides: [null]",
                "podTemplateOverrides: [{targetJobs: [null]}]",
                "runtimePatches: [null]"
            })
    @DisplayName("an empty item of a list is refused in words of ours (LOCAL-124c)")
    void emptyItems(String field) throws IOException {
        file("all.yaml", RUNTIME + "---\n" + JOB + "  " + field + "\n");

        assertThat(render()).contains("]: empty; remove the item or give it ").doesNotContain("cannot be read");
    }

    @Test
    @DisplayName("a generated name that cannot be one is one mistake")
    void wrongPrefix() throws IOException {
        file("all.yaml", RUNTIME + "---\n" + JOB.replace("name: a", "generateName: SFT_"));

        assertThat(render())
                .isEqualTo(
                        "all.yaml:13:12: metadata.generateName: cannot be \"SFT_\": a TrainJob's name consists of lower case letters, digits and '-' and begins with a letter");
    }

    @Test
    @DisplayName("a status is dropped, as an API server drops it")
    void status() throws IOException {
        file("all.yaml", RUNTIME + "---\n" + JOB + "status: {}\n");

        assertThat(lines()).allMatch(line -> line.endsWith(": renders"));
    }

    @Test
    @DisplayName("a TrainJob of a runtime that cannot be read is not told that there is none (LOCAL-124e)")
    void refusedRuntimes() throws IOException {
        file("all.yaml", RUNTIME.replace("name: node,", "name: 5,") + "---\n" + JOB);
        assertThat(lines())
                .element(1)
                .isEqualTo(
                        "all.yaml:11:1: TrainJob default/a: refused: spec.runtimeRef: Forbidden: the runtime is refused");
    }

    @Test
    @DisplayName("two TrainJobs with one generateName are two, and a name given twice is refused once (LOCAL-124b)")
    void twice() throws IOException {
        String job = JOB.replace("name: a", "generateName: sft-");
        file("all.yaml", RUNTIME + "---\n" + job + "---\n" + job + "---\n" + JOB + "---\n" + JOB);

        assertThat(lines())
                .containsExactly(
                        "all.yaml:1:1: ClusterTrainingRuntime r: renders",
                        "all.yaml:11:1: TrainJob default/sft-xxxxx: renders",
                        "all.yaml:17:1: TrainJob default/sft-xxxx2: renders",
                        "all.yaml:23:1: TrainJob default/a: renders",
                        "all.yaml:29:1: TrainJob a: refused: metadata.name: TrainJob default/a is given twice; first at all.yaml:25:12");
    }

    @Test
    @DisplayName("a document with a key given twice has one line, and what follows it is told at its own place")
    void duplicateKeys() throws IOException {
        file("all.yaml", RUNTIME + "---\n" + JOB + "  suspend: true\n  suspend: false\n");
        assertThat(lines())
                .element(1)
                .asString()
                .startsWith("all.yaml:11:1: TrainJob default/a: refused: spec.suspend: ");
        assertThat(lines()).hasSize(2);

        file("all.yaml", RUNTIME + "---\n" + JOB + "---\na: [\n");
        assertThat(lines()).hasSize(3).element(1).isEqualTo("all.yaml:11:1: TrainJob default/a: renders");
    }

    @Test
    @DisplayName("notes of a list stand at the object that they are about")
    void notesOfLists() throws IOException {
        String old = JOB.replace("trainer.kubeflow.org/v1alpha1", "kubeflow.org/v2alpha1");
        file(
                "all.yaml",
                "apiVersion: v1\nkind: List\nitems:\n- " + JOB.indent(2).strip() + "\n- "
                        + old.replace("name: a", "name: b").indent(2).strip() + "\n- "
                        + RUNTIME.indent(2).strip() + "\n");

        assertThat(lines()).hasSize(3);
        assertThat(lines().get(0)).endsWith("TrainJob default/a: renders");
        assertThat(lines().get(1)).contains("TrainJob default/b: renders, with warnings: apiVersion: ");
        assertThat(lines().get(2)).endsWith("ClusterTrainingRuntime r: renders");
    }

    @Test
    @DisplayName("hidden folders and node_modules are not looked into, and patches of kustomize are skipped")
    void notLookedInto() throws IOException {
        file(".git/a.yaml", "a: [\n");
        file("b/node_modules/c/a.yaml", "a: [\n");
        file("b/.a.yaml", "a: [\n");
        file("k/kustomization.yaml", "patches: [{path: p.yaml}]\npatchesStrategicMerge: [q.yaml]\n");
        file("k/p.yaml", JOB.replace("  runtimeRef: {name: r}", "  suspend: true"));
        file("k/q.yaml", JOB.replace("  runtimeRef: {name: r}", "  suspend: true"));

        assertThat(lines())
                .containsExactly(
                        "k/kustomization.yaml:1:1: skipped: no Kubernetes object",
                        "k/p.yaml:1:1: skipped: a patch of kustomize, not an object; check what 'kubectl kustomize' makes",
                        "k/q.yaml:1:1: skipped: a patch of kustomize, not an object; check what 'kubectl kustomize' makes");
    }

    @Test
    @DisplayName("a link that leads nowhere is called that")
    void danglingLinks() throws IOException {
        Files.createSymbolicLink(folder.resolve("a.yaml"), Path.of("none.yaml"));

        assertThat(lines()).containsExactly("a.yaml: refused: is a link to a file that is not there");
    }

    @Test
    @DisplayName("a broken catalogue is a reason at the TrainJob that needs it, and the rest is checked")
    void brokenCatalogue() throws IOException {
        file("in/job.yaml", JOB);
        file(
                "in/all.yaml",
                JOB.replace("name: a", "name: b").replace("{name: r}", "{name: s}") + "---\n"
                        + RUNTIME.replace("{name: r}", "{name: s}"));
        file("runtimes/broken.yaml", "a: [ # r\n");
        List<RenderCheck.Line> lines = new RenderCheck(
                        new InputFiles(environment.in())
                                .readTrees(List.of(folder.resolve("in").toString())),
                        "default",
                        RuntimeCatalogue.of(folder.resolve("runtimes"), "default", environment))
                .lines(renderer);

        assertThat(lines).hasSize(3);
        assertThat(lines.get(2).text())
                .contains("job.yaml:1:1: TrainJob default/a: refused: ", "broken.yaml:2:1: not valid YAML");
        assertThat(lines).filteredOn(RenderCheck.Line::isRefused).hasSize(1);
    }
}
