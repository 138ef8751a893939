package io.trainyard.core.admission;

import static io.trainyard.core.admission.AdmissionFixture.LABEL;
import static io.trainyard.core.admission.AdmissionFixture.NODE;
import static io.trainyard.core.admission.AdmissionFixture.PLAIN;
import static io.trainyard.core.fixture.Manifests.clusterRuntime;
import static io.trainyard.core.fixture.Manifests.runtime;
import static io.trainyard.core.fixture.Manifests.tree;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.trainyard.core.admission.AdmissionRequest.Operation;
import io.trainyard.core.config.AdmissionSettings;
import io.trainyard.core.config.AdmissionSettings.Strictness;
import io.trainyard.core.config.SizeLimits;
import io.trainyard.core.fixture.Manifests;
import io.trainyard.foundation.field.FieldError;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the decision tables do not say. */
final class TrainJobValidatingWebhookTest {
    private static final String MOUNTS =
            "{podTemplateOverrides: [{targetJobs: [{name: node}], spec: {%s containers: [{name: sidecar, volumeMounts:"
                    + " [{name: %s, mountPath: /a}]}]}}]}";

    private final AdmissionFixture world = new AdmissionFixture();

    @Test
    @DisplayName("VAL-08: deletions, the status and objects on their way out are never judged")
    void nothingIsSaidOfDeletionsAndStatus() {
        AdmissionRequest create =
                world.request("TrainJob", AdmissionFixture.trainJob("{runtimeRef: {name: nowhere}}"), null);
        AdmissionRequest deletion = new AdmissionRequest(
                "uid",
                Operation.DELETE,
                "trainer.kubeflow.org",
                "v1alpha1",
                "v1alpha1",
                "TrainJob",
                "",
                "team-a",
                "demo",
                "",
                false,
                Optional.empty(),
                create.object());
        Map<String, Object> leaving = AdmissionFixture.trainJob("{runtimeRef: {name: nowhere}}");
        leaving.put("metadata", Map.of("name", "demo", "deletionTimestamp", "2026-05-01T00:00:00Z"));

        assertThat(AdmissionFixture.answer(world.admissions().trainJobs(), create)
                        .allowed())
                .isFalse();
        assertThat(AdmissionFixture.answer(world.admissions().trainJobs(), deletion)
                        .allowed())
                .isTrue();
        assertThat(AdmissionFixture.answer(
                                world.admissions().trainJobs(),
                                world.request(
                                        "TrainJob", "status", create.object().orElseThrow(), Map.of()))
                        .allowed())
                .isTrue();
        assertThat(world.update(leaving, leaving).allowed()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{runtimeRef: {}}", "{runtimeRef: {name: ''}}", "{runtimeRef: null}"})
    @DisplayName("VAL-20: without a runtime nothing can be said but that")
    void aRuntimeIsRequired(String spec) {
        assertThat(world.create(spec).message()).isEqualTo("spec.runtimeRef: Required value: name the runtime to use");
    }

    @Test
    @DisplayName("VAL-20: an object without spec")
    void aSpecIsRequired() {
        Map<String, Object> object = tree("{metadata: {name: a}}");

        assertThat(AdmissionFixture.answer(world.admissions().trainJobs(), world.request("TrainJob", object, null))
                        .message())
                .contains("spec.runtimeRef: Required value");
    }

    @Test
    @DisplayName("VAL-21: empty parts of the reference mean the usual kind and group")
    void emptyPartsAreTheDefault() {
        assertThat(world.create("{runtimeRef: {name: plain, apiGroup: '', kind: ''}}"))
                .isEqualTo(AdmissionResponse.allowed(List.of()));
    }

    @Test
    @DisplayName("VAL-09: one error stands alone, several in brackets without repetition, each with its cause")
    void severalErrorsAreListed() {
        AdmissionResponse one = world.create("{runtimeRef: {kind: Foo, name: x}}");
        AdmissionResponse two = world.create(
                "{podTemplateOverrides: [{targetJobs: [{name: x}, {name: x}]}], runtimePatches: [{manager: y}]}");

        assertThat(one.message())
                .startsWith(
                        "spec.runtimeRef: Unsupported value: \"Foo.trainer.kubeflow.org\": unsupported runtime: Foo.trainer");
        assertThat(two.message())
                .startsWith("[spec.runtimePatches[0].manager: Invalid value: \"y\": must be")
                .endsWith("]");
        assertThat(two.causes())
                .extracting(FieldError::path)
                .containsExactly(
                        "spec.runtimePatches[0].manager",
                        "spec.podTemplateOverrides[0].targetJobs[0].name",
                        "spec.podTemplateOverrides[0].targetJobs[1].name");
    }

    @Test
    @DisplayName("VAL-23: the value is the reference as JSON, and the runtimes that there are follow")
    void theMissingRuntimeIsShown() {
        assertThat(world.create("{runtimeRef: {name: nowhere}}").message())
                .isEqualTo(
                        "spec.runtimeRef: Invalid value: {\"name\":\"nowhere\",\"apiGroup\":\"trainer.kubeflow.org\","
                                + "\"kind\":\"ClusterTrainingRuntime\"}: ClusterTrainingRuntime must be created before the TrainJob"
                                + " is created; there are: those of ClusterTrainingRuntime in team-a");
    }

    @Test
    @DisplayName("VAL-24: a runtime that cannot be read is our fault, not the user's")
    void anUnreadableRuntimeIsAnInternalError() {
        world.unreadable = true;
        AdmissionResponse answer = world.create("{}");

        assertThat(answer.code()).isEqualTo(500);
        assertThat(answer.reason()).isEqualTo("InternalError");
        assertThat(answer.message())
                .isEqualTo("spec.runtimeRef: Internal error: cannot read the runtime: connection reset");
    }

    @Test
    @DisplayName("T-18: an API server that does not answer is waited for no longer than five seconds")
    void waitingEnds() {
        world.silent = true;
        var answer = world.admissions()
                .trainJobs()
                .review(world.request("TrainJob", AdmissionFixture.trainJob("{}"), null))
                .subscribe()
                .asCompletionStage();
        world.time.advance(Duration.ofMillis(4_999));
        assertThat(answer).isNotDone();

        world.time.advance(Duration.ofMillis(1));

        assertThat(answer.join().code()).isEqualTo(500);
        assertThat(answer.join().message()).contains("no answer within 5000 ms");
    }

    @Test
    @DisplayName(
            "VAL-25, PIPE-07, PIPE-76: an update is judged with the runtime that the job has kept, then with the live one, else with none")
    void theKeptRuntimeGoesFirst() {
        String patch = "{suspend: true, podTemplateOverrides: [{targetJobs: [{name: %s}]}]}";
        String old = "{suspend: true}";
        world.kept = clusterRuntime("plain", PLAIN.replace("{name: node,", "{name: kept,"));
        assertThat(world.update(old, patch.formatted("kept")).allowed()).isTrue();
        assertThat(world.update(old, patch.formatted("node")).allowed()).isFalse();

        world.kept = null;
        assertThat(world.update(old, patch.formatted("node"))).isEqualTo(AdmissionResponse.allowed(List.of()));

        world.runtimes.clear();
        AdmissionResponse answer = world.update(old, patch.formatted("anything"));
        assertThat(answer.allowed()).isTrue();
        assertThat(answer.warnings()).singleElement().asString().contains("the runtime is gone");
        assertThat(world.update("{trainer: {env: [{name: A}]}}", "{trainer: {env: [{name: B}]}}")
                        .message())
                .startsWith("spec.trainer.env: Forbidden");
    }

    @Test
    @DisplayName("VAL-26: whoever changes nothing that is read may always do so")
    void anUnchangedSpecIsAllowed() {
        world.runtimes.clear();
        String stored =
                "{suspend: false, trainer: {numNodes: 0}, runtimePatches: [{manager: a.io/x, time: '2026-01-01T00:00:00Z'}]}";
        String sent = "{trainer: {numNodes: 0, env: []}, runtimePatches: [{manager: a.io/x}], labels: {}}";

        assertThat(world.update(stored, sent)).isEqualTo(AdmissionResponse.allowed(List.of()));
    }

    @Test
    @DisplayName("VAL-27: of a deprecated runtime users hear again when they change the spec, and only then")
    void deprecationIsRepeated() {
        var runtime = clusterRuntime("plain", PLAIN);
        runtime.getMetadata().setLabels(Map.of("trainer.kubeflow.org/support", "deprecated"));
        world.with(runtime);
        world.settings = new AdmissionSettings(
                Strictness.WARN,
                Strictness.WARN,
                "https://example.org/why",
                Map.of(),
                Optional.empty(),
                SizeLimits.DEFAULT);

        assertThat(world.create("{}").warnings())
                .containsExactly(
                        "ClusterTrainingRuntime \"plain\" is deprecated and will be removed in a later release; see https://example.org/why");
        assertThat(world.update("{suspend: true}", "{suspend: false}").warnings())
                .hasSize(1);
        assertThat(world.update("{}", "{}").warnings()).isEmpty();
        runtime.getMetadata().setLabels(Map.of("trainer.kubeflow.org/support", "Deprecated"));
        assertThat(world.create("{}").warnings()).isEmpty();
    }

    @Test
    @DisplayName("VAL-28: a merge that fails is an error at the entry that is to blame")
    void anImpossibleMergeIsRefused() {
        AdmissionResponse answer = world.create(
                "{podTemplateOverrides: [{targetJobs: [{name: node}], spec: {volumes: [{emptyDir: {}}]}}]}");

        assertThat(answer.allowed()).isFalse();
        assertThat(answer.causes()).first().satisfies(error -> assertThat(error.path())
                .startsWith("spec.podTemplateOverrides[0]"));
    }

    @Test
    @DisplayName("VAL-29: names are measured with the nodes that the TrainJob asks for, when it is new or resized")
    void longNamesAreRefusedWhereTheyMatter() {
        Map<String, Object> old = AdmissionFixture.trainJob("{suspend: true, trainer: {numNodes: 10}}");
        Map<String, Object> resized = AdmissionFixture.trainJob("{suspend: true, trainer: {numNodes: 1000}}");
        Map<String, Object> resumed = AdmissionFixture.trainJob("{suspend: false, trainer: {numNodes: 10}}");
        Map<String, Object> metadata = Map.of("name", "a".repeat(50), "namespace", "team-a");
        List.of(old, resized, resumed).forEach(object -> object.put("metadata", metadata));

        AdmissionResponse answer = world.update(old, resized);
        assertThat(answer.causes()).extracting(FieldError::path).containsExactly("metadata.name");
        assertThat(answer.message()).contains("at most 46");
        assertThat(world.update(old, resumed).allowed()).isTrue();
    }

    @Test
    @DisplayName("VAL-31: settings for a trainer that the runtime does not have")
    void aTrainerSectionWithoutTrainerIsPointedOut() {
        world.with(clusterRuntime("plain", PLAIN.replace(": trainer}", ": other}")));

        assertThat(world.create("{trainer: {image: a}}").warnings())
                .singleElement()
                .asString()
                .startsWith("spec.trainer: has no effect")
                .contains(LABEL);
        assertThat(world.create("{}").warnings()).isEmpty();
    }

    @Test
    @DisplayName("VAL-31a: Kueue does not know the exception for runtimes without labels")
    void kueueCountsTheTemplate() {
        world.with(clusterRuntime("plain", PLAIN.replace("metadata: {labels: {" + LABEL + ": trainer}}, ", "")));
        Map<String, Object> queued = AdmissionFixture.trainJob("{trainer: {numNodes: 3}}");
        queued.put("metadata", Map.of("name", "a", "labels", Map.of("kueue.x-k8s.io/queue-name", "q")));

        assertThat(AdmissionFixture.answer(world.admissions().trainJobs(), world.request("TrainJob", queued, null))
                        .warnings())
                .singleElement()
                .asString()
                .contains("Kueue");
        assertThat(world.create("{trainer: {numNodes: 3}}").warnings()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{mlPolicy: {numNodes: 1}}", "{template: {spec: {}}}", "{template: {spec: {replicatedJobs: []}}}"
            })
    @DisplayName("VAL-32: a runtime with nothing to run")
    void aRuntimeWithoutJobsIsRefused(String spec) {
        world.with(clusterRuntime("plain", spec));

        AdmissionResponse answer = world.create("{}");
        assertThat(answer.causes()).extracting(FieldError::path).containsExactly("spec.runtimeRef");
        assertThat(answer.message()).contains("nothing to run");
    }

    @ParameterizedTest(name = "{0} → {1}: {2}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {trainer: {env: [{name: A}]}}                          | {trainer: {env: [{name: B}]}}      | spec.trainer.env
                    {trainer: {command: [a]}}                              | {trainer: {}}                      | spec.trainer.command
                    {}                                                     | {trainer: {args: [a]}}             | spec.trainer.args
                    {}                                                     | {trainer: {numProcPerNode: 1}}     | spec.trainer.numProcPerNode
                    {activeDeadlineSeconds: 1}                             | {}                                 | spec.activeDeadlineSeconds
                    {}                                                     | {initializer: {model: {env: [{name: A}]}}} | spec.initializer
                    {initializer: {model: {}}}                             | {initializer: {}}                  | spec.initializer.model
                    {initializer: {dataset: {}}}                           | {initializer: {dataset: {storageUri: 'a://b'}}} | spec.initializer.dataset.storageUri
                    {initializer: {dataset: {env: [{name: A}]}}}           | {initializer: {dataset: {}}}       | spec.initializer.dataset.env
                    {initializer: {dataset: {secretRef: {name: a}}}}       | {initializer: {dataset: {secretRef: {name: b}}}} | spec.initializer.dataset.secretRef
                    {}                                                     | {plugins: [{name: x}]}             | spec.plugins
                    """)
    @DisplayName("VAL-38, VAL-39: what appears, vanishes or changes its meaning")
    void frozenFields(String old, String spec, String field) {
        AdmissionResponse answer = world.update(old, spec);

        assertThat(answer.code()).isEqualTo(403);
        assertThat(answer.causes())
                .filteredOn(error -> error.kind() == FieldError.Kind.FORBIDDEN)
                .extracting(FieldError::path)
                .containsExactly(field);
    }

    @Test
    @DisplayName("VAL-41, ELASTIC-36: an elastic job moves between its bounds, a finished one not at all")
    void elasticJobsMoveBetweenTheirBounds() {
        world.with(clusterRuntime(
                "plain",
                PLAIN.replace(
                        "{template:", "{mlPolicy: {torch: {elasticPolicy: {minNodes: 2, maxNodes: 8}}}, template:")));
        String torch = "no plugin named \"torch\"";
        assertThat(world.update("{trainer: {numNodes: 3}}", "{trainer: {numNodes: 5}}")
                        .causes())
                .extracting(FieldError::path)
                .containsExactly("spec.runtimeRef");
        assertThat(world.update("{trainer: {numNodes: 3}}", "{trainer: {numNodes: 9}}")
                        .message())
                .contains("spec.trainer.numNodes: Invalid value: 9: must be between 2 and 8", torch);

        Map<String, Object> finished = AdmissionFixture.trainJob("{trainer: {numNodes: 3}}");
        finished.put("status", tree("{conditions: [{type: Complete, status: 'True'}]}"));
        AdmissionResponse answer = world.update(finished, AdmissionFixture.trainJob("{trainer: {numNodes: 5}}"));
        assertThat(answer.message()).contains("spec.trainer.numNodes: Forbidden", "has ended");
        assertThat(answer.warnings()).anyMatch(warning -> warning.contains("no effect"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"torch", "mpi", "jax", "xgboost", "tensorflow", "paddle", "flux"})
    @DisplayName(
            "VAL-102, API-205: a TrainJob whose runtime needs a missing plugin is refused, and told which jar is missing")
    void missingPlugins(String plugin) {
        world.with(clusterRuntime("plain", PLAIN.replace("{template:", "{mlPolicy: {" + plugin + ": {}}, template:")));

        AdmissionResponse answer = world.create("{}");

        assertThat(answer.allowed()).isFalse();
        assertThat(answer.message())
                .contains("spec.runtimeRef: Invalid value: \"plain\": the runtime asks for mlPolicy." + plugin
                        + ", and no plugin named \"" + plugin + "\" is loaded: plugins-" + plugin
                        + ".jar is not in the folder of plugins, or could not be loaded; loaded are ");
    }

    @Test
    @DisplayName("VAL-40a, VAL-41: a suspended job is not resized while its last pods are there")
    void activeJobsKeepTheNumberOfNodes() {
        world.activeJobs.add("node");

        assertThat(world.update("{suspend: true, trainer: {numNodes: 1}}", "{suspend: true, trainer: {numNodes: 2}}")
                        .message())
                .isEqualTo(
                        "spec.trainer.numNodes: Forbidden: NumNodes cannot be modified when the JobSet's ReplicatedJob"
                                + " node is still active");
    }

    @Test
    @DisplayName("VAL-43, VAL-43a, T-04: changes that do less than one may think")
    void warningsAboutChanges() {
        assertThat(world.update("{labels: {a: b}}", "{labels: {a: c}}").warnings())
                .singleElement()
                .asString()
                .startsWith(
                        "spec.labels: the JobSet gets changed labels, that of a running TrainJob at the next suspend or"
                                + " resume; existing Jobs keep theirs");
        assertThat(world.update("{labels: {a: b}}", "{labels: {a: b}}").warnings())
                .isEmpty();
        Map<String, Object> finished = AdmissionFixture.trainJob("{labels: {a: b}}");
        finished.put("status", tree("{conditions: [{type: Failed, status: 'True'}]}"));
        assertThat(world.update(finished, AdmissionFixture.trainJob("{labels: {a: b}, suspend: true}"))
                        .warnings())
                .isEmpty();
        Map<String, Object> changed =
                AdmissionFixture.trainJob("{labels: {a: b}, trainer: {env: [{name: A, value: b}]}}");
        assertThat(world.update(finished, changed).warnings())
                .contains("spec: the TrainJob has ended, so the change has no effect");
        assertThat(world.update(AdmissionFixture.trainJob("{labels: {a: b}}"), changed)
                        .warnings())
                .isEmpty();
        assertThat(world.update("{suspend: true, annotations: {a: b}}", "{suspend: false}")
                        .warnings())
                .anyMatch(warning ->
                        warning.startsWith("spec.annotations: was removed together with a change of suspend"));
        assertThat(world.update("{suspend: true, annotations: {a: b}}", "{suspend: false, annotations: {a: b}}")
                        .warnings())
                .isEmpty();
        assertThat(world.update("{suspend: true, annotations: {a: b}}", "{suspend: true}")
                        .warnings())
                .singleElement()
                .asString()
                .startsWith("spec.annotations: the JobSet gets changed annotations");
    }

    @ParameterizedTest
    @CsvSource({
        "kueue.x-k8s.io/manager, true",
        "a/b, true",
        "acme.io/a%20b!$&'()*+;=:, true",
        "a.io/x/y, true",
        "UPPER.io/x, false",
        "a.io/ü, false",
        "/x, false",
        "a..b/x, false"
    })
    @DisplayName("VAL-46: managers are paths under a domain")
    void managers(String manager, boolean allowed) {
        assertThat(world.create("{runtimePatches: [{manager: \"" + manager + "\"}]}")
                        .allowed())
                .isEqualTo(allowed);
    }

    @Test
    @DisplayName("VAL-47: only labels and annotations of metadata act")
    void otherMetadataIsIgnored() {
        String metadata = "{name: a, namespace: b, finalizers: [c]}";
        AdmissionResponse answer =
                world.create("{podTemplateOverrides: [{targetJobs: [{name: node}], metadata: " + metadata
                        + "}], runtimePatches: [{manager: a.io/x, trainingRuntimeSpec: {template: {metadata: {name: a}, spec:"
                        + " {replicatedJobs: [{name: node, template: {metadata: {name: a}, spec: {template: {metadata: {name:"
                        + " a}}}}}]}}}}]}");

        assertThat(answer.allowed()).as(answer.message()).isTrue();
        assertThat(answer.warnings())
                .hasSize(6)
                .allMatch(warning -> warning.contains("only labels and annotations"))
                .anyMatch(warning -> warning.startsWith("spec.podTemplateOverrides[0].metadata.finalizers"))
                .anyMatch(
                        warning -> warning.startsWith(
                                "spec.runtimePatches[0].trainingRuntimeSpec.template.spec.replicatedJobs[0].template.spec.template.metadata.name"));
        assertThat(world.create("{podTemplateOverrides: [{targetJobs: [{name: node}], metadata: {labels: {a: b},"
                        + " annotations: {c: d}}}]}"))
                .isEqualTo(AdmissionResponse.allowed(List.of()));
    }

    @ParameterizedTest
    @CsvSource({"labels, a b, v", "labels, a, v w", "labels, a/b/c, v", "annotations, -a, v", "labels, UP/a, v"})
    @DisplayName("VAL-11, VAL-48: labels and annotations that no pod could have")
    void badKeysAndValuesAreRefused(String field, String key, String value) {
        assertThat(world.create("{podTemplateOverrides: [{targetJobs: [{name: node}], metadata: {" + field + ": {'"
                                + key + "': '" + value + "'}}}]}")
                        .causes())
                .extracting(FieldError::path)
                .containsExactly("spec.podTemplateOverrides[0].metadata." + field + "[" + key + "]");
    }

    @Test
    @DisplayName("VAL-49: a mount without volume")
    void aMountNeedsAVolume() {
        AdmissionResponse answer = world.create(MOUNTS.formatted("", "nowhere"));
        assertThat(answer.warnings()).isEmpty();
        assertThat(answer.causes())
                .extracting(FieldError::path, FieldError::message)
                .containsExactly(tuple(
                        "spec.podTemplateOverrides[0].spec.containers[0].volumeMounts[0].name",
                        "must be the name of a volume of this pod"));
        assertThat(world.create(MOUNTS.formatted("", "disk")).allowed()).isTrue();
        assertThat(world.create(MOUNTS.formatted("volumes: [{name: own, emptyDir: {}}],", "own"))
                        .allowed())
                .isTrue();
    }

    @Test
    @DisplayName("VAL-49a: the role of a job stays")
    void theRoleCannotBePatched() {
        String override =
                "{podTemplateOverrides: [{targetJobs: [{name: node}], metadata: {labels: {" + LABEL + ": %s}}}]}";

        assertThat(world.create(override.formatted("other")).causes())
                .extracting(FieldError::path)
                .containsExactly("spec.podTemplateOverrides[0].metadata.labels[" + LABEL + "]");
        assertThat(world.create(override.formatted("trainer")).allowed()).isTrue();
    }

    @Test
    @DisplayName("VAL-50, T-07: an initializer is found by its name where it has no role")
    void initializersAreFoundByName() {
        String job =
                "{name: model-initializer, template: {spec: {template: {spec: {containers: [{name: model-initializer, image: i}]}}}}}";
        world.with(clusterRuntime("plain", "{template: {spec: {replicatedJobs: [" + job + ", " + NODE + "]}}}"));

        assertThat(world.create("{initializer: {model: {}}}").allowed()).isTrue();
        assertThat(world.create("{initializer: {dataset: {}}}").allowed()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"prepare, true", "node, true", "absent, false"})
    @DisplayName("VAL-44b, T-08: what is patched may be an init container of the runtime, too")
    void patchedContainersMayBeInitContainers(String container, boolean allowed) {
        assertThat(world.create("{podTemplateOverrides: [{targetJobs: [{name: node}], spec: {containers: [{name: "
                                + container + ", securityContext: {privileged: false}}]}}]}")
                        .allowed())
                .isEqualTo(allowed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"suspend: null, ", "", "suspend: false, "})
    @DisplayName("VAL-40, T-06: only an explicit true is suspended")
    void onlyTrueIsSuspended(String suspend) {
        String override =
                "{" + suspend + "podTemplateOverrides: [{targetJobs: [{name: node}], spec: {serviceAccountName: %s}}]}";

        assertThat(world.update(override.formatted("a"), override.formatted("b"))
                        .causes())
                .extracting(FieldError::path)
                .containsExactly("spec.podTemplateOverrides");
    }

    @Test
    @DisplayName("VAL-40, T-05: another time alone is no change of a patch")
    void timesOfPatchesDoNotCount() {
        String patch =
                "{trainer: {image: %s}, runtimePatches: [{manager: a.io/x, time: '%s', trainingRuntimeSpec: {template: {spec:"
                        + " {replicatedJobs: [{name: node, template: {spec: {template: {spec: {nodeSelector: {a: %s}}}}}}]}}}}]}";
        String old = patch.formatted("a", "2026-01-01T00:00:00Z", "b");

        assertThat(world.update(old, patch.formatted("c", "2026-01-02T00:00:00Z", "b"))
                        .allowed())
                .isTrue();
        assertThat(world.update(old, patch.formatted("c", "2026-01-02T00:00:00Z", "d"))
                        .allowed())
                .isFalse();
    }

    @Test
    @DisplayName("VAL-54: an initializer is found by its role as well as by its name")
    void initializersAreFoundByRole() {
        String job = "{name: fetch, template: {metadata: {labels: {" + LABEL
                + ": dataset-initializer}}, spec: {template: {spec: {containers: [{name: dataset-initializer, image: i}]}}}}}";
        world.with(clusterRuntime("plain", "{template: {spec: {replicatedJobs: [" + job + ", " + NODE + "]}}}"));

        assertThat(world.create("{initializer: {dataset: {}}}").allowed()).isTrue();
        assertThat(world.create("{initializer: {model: {}}}").allowed()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"work, data, true", "work, work, false"})
    @DisplayName("VAL-53: nothing is said of a claim that initializer and trainer share under another name")
    void claimOfBoth(String ofInitializer, String ofTrainer, boolean told) {
        String pod =
                "{volumes: [{name: v, persistentVolumeClaim: {claimName: %2$s}}], containers: [{name: %1$s, image: i,"
                        + " volumeMounts: [{name: v, mountPath: /workspace}]}]}";
        world.with(clusterRuntime(
                "plain",
                ("{template: {spec: {replicatedJobs: [{name: dataset-initializer, template: {spec: {template: {spec:"
                                        + pod + "}}}}, ")
                                .formatted("dataset-initializer", ofInitializer)
                        + ("{name: node, template: {metadata: {labels:"
                                        + " {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}, spec: {template:"
                                        + " {spec: " + pod + "}}}}]}}}")
                                .formatted("node", ofTrainer)));

        assertThat(world.create("{initializer: {dataset: {}}}").warnings())
                .filteredOn(warning -> warning.contains("make sure that the trainer sees what it loads"))
                .hasSize(told ? 1 : 0);
    }

    @ParameterizedTest
    @CsvSource({"ALLOW, true, 0", "WARN, true, 1", "DENY, false, 0"})
    @DisplayName("VAL-53, API-180, API-189, T-03: how strict is up to the operator")
    void strictnessIsConfigured(Strictness strictness, boolean allowed, int warnings) {
        world.settings =
                new AdmissionSettings(strictness, Strictness.WARN, "", Map.of(), Optional.empty(), SizeLimits.DEFAULT);
        AdmissionResponse procs = world.create("{trainer: {numProcPerNode: auto}}");
        assertThat(procs.allowed()).isEqualTo(allowed);
        assertThat(procs.warnings()).hasSize(warnings);

        world.settings =
                new AdmissionSettings(Strictness.WARN, strictness, "", Map.of(), Optional.empty(), SizeLimits.DEFAULT);
        world.with(clusterRuntime(
                "plain",
                "{template: {spec: {replicatedJobs: [{name: dataset-initializer, template: {spec: {template: {spec:"
                        + " {containers: [{name: dataset-initializer, image: i}]}}}}}, " + NODE + "]}}}"));
        AdmissionResponse mount = world.create("{initializer: {dataset: {}}}");
        assertThat(mount.allowed()).isEqualTo(allowed);
        assertThat(mount.warnings()).hasSize(warnings);
    }

    @Test
    @DisplayName("API-205: parameters for a plugin that is not there, or not asked")
    void parametersNeedAPlugin() {
        AdmissionResponse unknown = world.create("{plugins: [{name: acme}]}");
        assertThat(unknown.causes()).extracting(FieldError::path).containsExactly("spec.plugins[0].name");

        AdmissionResponse unused = world.create("{plugins: [{name: plainml}]}");
        assertThat(unused.allowed()).isTrue();
        assertThat(unused.warnings()).singleElement().asString().startsWith("spec.plugins[0]: has no effect");

        AdmissionResponse large =
                world.create("{plugins: [{name: plainml, parameters: {a: " + "x".repeat(65_536) + "}}]}");
        assertThat(large.causes()).extracting(FieldError::path).containsExactly("spec.plugins[0].parameters");
    }

    @Test
    @DisplayName("API-02: who creates something in the old version is told, whatever becomes of the request")
    void theOldVersionIsWarnedOf() {
        world.version = "v2alpha1";

        assertThat(world.create("{}").warnings())
                .containsExactly(
                        "trainer.kubeflow.org/v2alpha1 TrainJob is an older name of the same thing; write apiVersion:"
                                + " trainer.kubeflow.org/v1alpha1");
        assertThat(world.create("{runtimeRef: {name: nowhere}}").warnings()).hasSize(1);
        assertThat(world.createRuntime(PLAIN).warnings()).hasSize(1);
    }

    @Test
    @DisplayName("API-02a: kubectl patches and labels in the old version unasked, so a change brings no warning of it")
    void changesInTheOldVersionAreNotWarnedOf() {
        world.version = "v2alpha1";

        assertThat(world.update("{}", "{}").warnings()).isEmpty();
    }

    @Test
    @DisplayName("VAL-10: warnings are single lines of at most 256 characters")
    void warningsAreShort() {
        world.with(runtime("plain", PLAIN));
        AdmissionResponse answer = world.create("{trainer: {numProcPerNode: \"a" + "b".repeat(300) + "\\nc\"}}");

        assertThat(answer.warnings())
                .singleElement()
                .satisfies(warning ->
                        assertThat(warning).hasSize(256).endsWith("…").doesNotContain("\n"));
    }

    @Test
    @DisplayName("VAL-01: a value of the wrong type names its field")
    void wrongTypesAreErrorsOfTheField() {
        AdmissionResponse answer = world.create("{trainer: {numNodes: many}}");

        assertThat(answer.code()).isEqualTo(403);
        assertThat(answer.causes()).extracting(FieldError::path).containsExactly("spec.trainer.numNodes");
    }

    @Test
    @DisplayName("VAL-42: a scale is judged like the number of nodes it writes")
    void scaleIsJudgedLikeNumNodes() {
        assertThat(scale("{trainer: {numNodes: 2}}", 3).causes())
                .extracting(FieldError::path)
                .containsExactly("spec.replicas");
        assertThat(scale("{trainer: {numNodes: 2}}", 2).allowed()).isTrue();
        assertThat(scale("{suspend: true, trainer: {numNodes: 2}}", 3).allowed())
                .isTrue();
        world.with(clusterRuntime(
                "plain",
                PLAIN.replace(
                        "{template:", "{mlPolicy: {torch: {elasticPolicy: {minNodes: 2, maxNodes: 8}}}, template:")));
        assertThat(scale("{trainer: {numNodes: 2}}", 8).allowed()).isTrue();
        assertThat(scale("{trainer: {numNodes: 2}}", 9).message()).contains("between 2 and 8");
        world.activeJobs.add("node");
        assertThat(scale("{suspend: true, trainer: {numNodes: 2}}", 8).message())
                .contains("still active");
        world.trainJobs.clear();
        assertThat(AdmissionFixture.answer(world.admissions().trainJobs(), scaleRequest(5))
                        .allowed())
                .isTrue();
        world.unreadable = true;
        assertThat(AdmissionFixture.answer(world.admissions().trainJobs(), scaleRequest(5))
                        .code())
                .isEqualTo(500);
    }

    private AdmissionResponse scale(String spec, int replicas) {
        String whole = "runtimeRef: {name: plain}\n"
                + spec.substring(1, spec.length() - 1).replace(", trainer", "\ntrainer");
        world.trainJobs.put("team-a/demo", Manifests.trainJob("demo", whole));
        return AdmissionFixture.answer(world.admissions().trainJobs(), scaleRequest(replicas));
    }

    private static AdmissionRequest scaleRequest(int replicas) {
        Map<String, Object> scale =
                tree("{metadata: {name: demo, namespace: team-a}, spec: {replicas: " + replicas + "}}");
        return new AdmissionRequest(
                "uid",
                Operation.UPDATE,
                "autoscaling",
                "v1",
                "v1",
                "Scale",
                "scale",
                "team-a",
                "demo",
                "hpa",
                false,
                Optional.of(scale),
                Optional.of(scale));
    }
}
