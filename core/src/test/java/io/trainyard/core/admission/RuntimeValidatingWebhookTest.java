package io.trainyard.core.admission;

import static io.trainyard.core.admission.AdmissionFixture.LABEL;
import static io.trainyard.core.admission.AdmissionFixture.NODE;
import static io.trainyard.core.admission.AdmissionFixture.PLAIN;
import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.core.fixture.Manifests;
import io.trainyard.foundation.field.FieldError;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the decision tables do not say (section 11). */
final class RuntimeValidatingWebhookTest {
    private static final String SIDE =
            "{name: side, %s template: {spec: {template: {spec: {containers: [{name: s}]}}}}}";

    private final AdmissionFixture world = new AdmissionFixture();

    @Test
    @DisplayName("VAL-84: a role on the pod template; a missing container is then only worth a warning")
    void aRoleOnThePodTemplate() {
        String job = "{name: a, %s template: {spec: {template: {metadata: {labels: {" + LABEL
                + ": trainer}}, spec: {containers: [{name: x}, {name: y}]}}}}}";

        AdmissionResponse answer = create(job.formatted(""));
        assertThat(answer.allowed()).isTrue();
        assertThat(answer.warnings())
                .satisfiesExactly(
                        advice -> assertThat(advice).contains("replicatedJobs[0].template.metadata.labels"),
                        container -> assertThat(container).contains("none is named \"node\""));
        assertThat(paths(create(job.formatted("replicas: 2,"))))
                .containsExactly("spec.template.spec.replicatedJobs[0].replicas");
    }

    @Test
    @DisplayName("VAL-90: of two jobs with one role the first counts")
    void twoJobsWithOneRole() {
        assertThat(create(NODE, NODE.replace("name: node, template", "name: other, template"))
                        .warnings())
                .singleElement()
                .asString()
                .isEqualTo(
                        "spec.template.spec.replicatedJobs[1]: an earlier replicated job has the role trainer too; settings of"
                                + " a TrainJob and node counts follow the first");
    }

    @Test
    @DisplayName(
            "VAL-90: jobs of different roles need no warning, nor do several that train where the framework has roles")
    void jobsWithRolesOfTheirOwn() {
        String data = "{name: data, template: {metadata: {labels: {" + LABEL
                + ": dataset-initializer}}, spec: {template: {spec: {containers: [{name: dataset-initializer, image: i}]}}}}}";
        String chief = NODE.replace("name: node, template", "name: chief, template");

        assertThat(create(data, NODE)).satisfies(RuntimeValidatingWebhookTest::isTaken);
        assertThat(world.createRuntime("{mlPolicy: {tensorflow: {}}, template: {spec: {replicatedJobs: [" + chief + ", "
                                + NODE + "]}}}")
                        .warnings())
                .singleElement()
                .asString()
                .contains("plugins-tensorflow.jar");
    }

    @Test
    @DisplayName("VAL-97: without a trainer, with the exception and without")
    void noTrainer() {
        assertThat(create(SIDE.formatted("")).warnings())
                .singleElement()
                .asString()
                .contains(LABEL, "spec.trainer of a TrainJob has no effect");
        assertThat(create(SIDE.formatted("").replace("name: side", "name: node").replace("name: s}", "name: node}"))
                        .warnings())
                .singleElement()
                .asString()
                .contains(LABEL, "Kueue");
        assertThat(create().warnings()).isEmpty();
    }

    @Test
    @DisplayName("VAL-85: who declares a runtime deprecated is told what users will read, once")
    void deprecation() {
        Map<String, Object> old = AdmissionFixture.runtime(PLAIN);
        Map<String, Object> deprecated = AdmissionFixture.runtime(PLAIN);
        deprecated.put("metadata", Map.of("name", "r", "labels", Map.of("trainer.kubeflow.org/support", "deprecated")));

        assertThat(world.runtime(deprecated, old).warnings())
                .singleElement()
                .asString()
                .contains("ClusterTrainingRuntime \"r\" is deprecated");
        assertThat(world.runtime(deprecated, deprecated).warnings()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            {mlPolicy: {mpi: {sshAuthMountPath: root/.ssh}}}                       | spec.mlPolicy.mpi.sshAuthMountPath
            {mlPolicy: {mpi: {sshAuthMountPath: /root/../etc}}}                    | spec.mlPolicy.mpi.sshAuthMountPath
            {mlPolicy: {torch: {elasticPolicy: {metrics: [{type: Pods}]}}}}        | spec.mlPolicy.torch.elasticPolicy.maxNodes
            {mlPolicy: {plugin: {name: Torch}}}                                    | spec.mlPolicy.plugin.name
            {podGroupPolicy: {plugin: {name: kai}}}                                | spec.podGroupPolicy.plugin.name
            """)
    @DisplayName("VAL-87, VAL-88, VAL-96: policies that cannot work")
    void wrongPolicies(String spec, String field) {
        assertThat(paths(world.createRuntime(spec))).containsExactly(field);
    }

    private static final String ELASTIC =
            """
            {mlPolicy: {torch: {elasticPolicy: {minNodes: 1, maxNodes: 4, maxRestarts: %s, metrics: [%s]}}},
             template: {spec: {%s replicatedJobs: [{name: node, template: {
               metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}},
               spec: {%s template: {spec: {containers: [
                 {name: node, image: a, resources: {requests: {cpu: 1}}}, {name: sidecar, image: b, resources: {%s}}]}}}}}]}}}""";

    private AdmissionResponse elastic(String restarts, String metric, String network, String mode, String sidecar) {
        return world.createRuntime(ELASTIC.formatted(restarts, metric, network, mode, sidecar));
    }

    @Test
    @DisplayName("ELASTIC-03: an elastic runtime whose pods have no index or no name is refused")
    void elasticRuntimesThatCannotWork() {
        assertThat(paths(elastic("3", "", "network: {enableDNSHostnames: false},", "", "")))
                .containsExactly("spec.template.spec.network.enableDNSHostnames");
        assertThat(paths(elastic("3", "", "", "completionMode: NonIndexed,", "")))
                .containsExactly("spec.template.spec.replicatedJobs[0].template.spec.completionMode");
    }

    @Test
    @DisplayName("ELASTIC-03: metrics that no autoscaler can read, and nodes none of which may be lost, are warned of")
    void questionableElasticRuntimes() {
        String cpu = "{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 70}}}";
        assertThat(warnings(elastic("3", cpu, "", "", "limits: {cpu: 1}"))).isEmpty();
        assertThat(warnings(elastic("0", "", "", "", "")))
                .singleElement()
                .asString()
                .startsWith("spec.mlPolicy.torch.elasticPolicy.maxRestarts: is 0, so torchrun gives up");
        assertThat(warnings(elastic("null", "", "", "", "")))
                .singleElement()
                .asString()
                .startsWith("spec.mlPolicy.torch.elasticPolicy.maxRestarts: is not set, so torchrun gives up");
        assertThat(warnings(elastic("3", cpu, "", "", "")))
                .singleElement()
                .asString()
                .startsWith("spec.mlPolicy.torch.elasticPolicy.metrics[0].resource.target: ")
                .endsWith(
                        "a Utilization is a share of what containers request, and of these some request no cpu: sidecar");
        assertThat(warnings(elastic("3", cpu.replace("cpu", "nvidia.com/gpu"), "", "", "")))
                .singleElement()
                .asString()
                .contains("metrics servers know only cpu and memory, not nvidia.com/gpu");
    }

    /** Without the one about the plugin, which is not there in this module. */
    private static List<String> warnings(AdmissionResponse answer) {
        return answer.warnings().stream()
                .filter(warning -> !warning.startsWith("spec.mlPolicy.torch: no plugin named \"torch\" is loaded"))
                .toList();
    }

    @Test
    @DisplayName("VAL-94: every container and job that is not there is named, in a warning")
    void everyMissingContainerOfAnInjection() {
        AdmissionResponse answer = world.createRuntime(
                "{mlPolicy: {torch: {envInjection: {targets: [{jobName: node, containerNames: [sidecar, prepare, a, b]},"
                        + " {jobName: x, containerNames: [y]}]}}}, " + PLAIN.substring(1));
        assertThat(answer.allowed()).isTrue();
        assertThat(answer.warnings())
                .filteredOn(warning -> warning.contains("targets"))
                .containsExactly(
                        "spec.mlPolicy.torch.envInjection.targets[0]: replicated job \"node\" has no container or init"
                                + " container \"a\"; TrainJobs of this runtime will be refused",
                        "spec.mlPolicy.torch.envInjection.targets[0]: replicated job \"node\" has no container or init"
                                + " container \"b\"; TrainJobs of this runtime will be refused",
                        "spec.mlPolicy.torch.envInjection.targets[1]: the template has no replicated job \"x\";"
                                + " TrainJobs of this runtime will be refused");
    }

    @Test
    @DisplayName("VAL-86, VAL-95, API-205: what is allowed and yet questionable")
    void questionablePolicies() {
        assertThat(world.createRuntime("{mlPolicy: {numNodes: 0}}").warnings())
                .singleElement()
                .asString()
                .startsWith("spec.mlPolicy.numNodes");
        assertThat(world.createRuntime("{mlPolicy: {numNodes: 1}}")).satisfies(RuntimeValidatingWebhookTest::isTaken);
        assertThat(world.createRuntime("{mlPolicy: {mpi: {sshAuthMountPath: /a}}}")
                        .warnings())
                .filteredOn(warning -> warning.contains("replicatedJobs"))
                .satisfiesExactly(launcher -> assertThat(launcher).contains("\"launcher\""), node -> assertThat(node)
                        .contains("\"node\""));
        assertThat(world.createRuntime("{mlPolicy: {plugin: {name: acme}}}").warnings())
                .singleElement()
                .asString()
                .contains("no plugin named \"acme\"");
    }

    @ParameterizedTest
    @CsvSource({
        "mlPolicy, torch",
        "mlPolicy, mpi",
        "mlPolicy, jax",
        "mlPolicy, xgboost",
        "mlPolicy, tensorflow",
        "mlPolicy, paddle",
        "mlPolicy, flux",
        "podGroupPolicy, coscheduling",
        "podGroupPolicy, volcano",
        "podGroupPolicy, kai"
    })
    @DisplayName("VAL-102: a runtime whose plugin is missing is accepted, with a warning that names the jar")
    void missingPlugins(String policy, String plugin) {
        AdmissionResponse answer = world.createRuntime("{" + policy + ": {" + plugin + ": {}}}");

        assertThat(answer.allowed()).isTrue();
        assertThat(answer.warnings())
                .contains("spec." + policy + "." + plugin + ": no plugin named \"" + plugin
                        + "\" is loaded: plugins-" + plugin
                        + ".jar is not in the folder of plugins, or could not be loaded; TrainJobs of this runtime are"
                        + " refused until it is");
    }

    @Test
    @DisplayName("API-202: parameters are kept small")
    void largeParameters() {
        assertThat(paths(world.createRuntime(
                        "{podGroupPolicy: {plugin: {name: acme, parameters: {a: " + "x".repeat(70_000) + "}}}}")))
                .containsExactly("spec.podGroupPolicy.plugin.parameters");
    }

    @Test
    @DisplayName("VAL-91: jobs depend only on what is listed before them")
    void dependencies() {
        String first = SIDE.formatted("dependsOn: [{name: node, status: Complete}],");
        String second = SIDE.formatted("dependsOn: [{name: node, status: Complete}, {name: later, status: Ready}],");

        assertThat(paths(create(first, NODE))).containsExactly("spec.template.spec.replicatedJobs[0].dependsOn");
        assertThat(paths(create(NODE, second)))
                .containsExactly("spec.template.spec.replicatedJobs[1].dependsOn[1].name");
    }

    @Test
    @DisplayName("VAL-92, VAL-93: policies of the JobSet that its own webhook would refuse")
    void jobSetPolicies() {
        assertThat(paths(createWith("successPolicy: {operator: All, targetReplicatedJobs: [node, nod]}")))
                .containsExactly("spec.template.spec.successPolicy.targetReplicatedJobs[1]");
        assertThat(paths(createWith(
                        "failurePolicy: {rules: [{name: a}, {action: x}, {name: a}, {name: 1b}, {name: 'c:'}]}")))
                .containsExactly(
                        "spec.template.spec.failurePolicy.rules[2].name",
                        "spec.template.spec.failurePolicy.rules[3].name",
                        "spec.template.spec.failurePolicy.rules[4].name");
    }

    @Test
    @DisplayName("VAL-100: a runtime from before a rule can still be labelled, and changed elsewhere")
    void youngerRulesLookAtChangesOnly() {
        String old = "{mlPolicy: {mpi: {sshAuthMountPath: a}}, template: {spec: {replicatedJobs: ["
                + NODE + ", " + SIDE.formatted("dependsOn: [{name: x, status: Ready}],")
                + "], successPolicy: {targetReplicatedJobs: [y]}, failurePolicy: {rules: [{name: a}, {name: '-'}%s]}}}}";

        assertThat(world.runtime(
                                AdmissionFixture.runtime(old.formatted("")),
                                AdmissionFixture.runtime(old.formatted("")))
                        .allowed())
                .isTrue();
        assertThat(paths(world.runtime(
                        AdmissionFixture.runtime(old.formatted(", {name: '_'}")),
                        AdmissionFixture.runtime(old.formatted("")))))
                .containsExactly("spec.template.spec.failurePolicy.rules[2].name");
    }

    @Test
    @DisplayName(
            "VAL-98: who changes a runtime in use hears how many running jobs keep theirs, and no names of other namespaces")
    void aRuntimeInUse() {
        world.users.addAll(List.of("team-a/one", "team-b/two"));
        Map<String, Object> old = AdmissionFixture.runtime(PLAIN);
        Map<String, Object> changed = AdmissionFixture.runtime(PLAIN.replace("image: t", "image: u"));

        assertThat(world.runtime(changed, old).warnings())
                .containsExactly("2 TrainJobs that are under way keep the runtime as it was");
        world.users.remove(1);
        assertThat(world.runtime(changed, old).warnings())
                .containsExactly("1 TrainJob that is under way keeps the runtime as it was");
        assertThat(world.runtime(old, old).warnings()).isEmpty();
        assertThat(world.runtime(changed, null).warnings()).isEmpty();
        world.users.clear();
        assertThat(world.runtime(changed, old).warnings()).isEmpty();
        world.unreadable = true;
        assertThat(world.runtime(changed, old)).isEqualTo(AdmissionResponse.allowed(List.of()));
    }

    @Test
    @DisplayName("T-17: the label that keeps the API server from asking is not looked at when it does ask")
    void theLabelThatOptsOutIsLeftToTheApiServer() {
        Map<String, Object> optedOut =
                AdmissionFixture.runtime(PLAIN.replace("name: node, template", "name: node, replicas: 2, template"));
        optedOut.put(
                "metadata",
                Map.of("name", "r", "labels", Map.of("trainer.kubeflow.org/webhook-validation", "disabled")));

        assertThat(paths(world.runtime(optedOut, null)))
                .containsExactly("spec.template.spec.replicatedJobs[0].replicas");
    }

    @Test
    @DisplayName("VAL-83, API-188, T-08: an init container is not the container that a role asks for")
    void anInitContainerDoesNotTrain() {
        String job = "{name: a, template: {metadata: {labels: {" + LABEL
                + ": trainer}}, spec: {template: {spec: {containers: [{name: x}], initContainers: [{name: node}]}}}}}";

        assertThat(create(job).causes()).singleElement().satisfies(error -> assertThat(error.path())
                .startsWith("spec.template.spec.replicatedJobs[0]"));
    }

    @ParameterizedTest(name = "{1}")
    @CsvSource({"'mlPolicy: {mpi: {}}, ', false", "'', true"})
    @DisplayName("VAL-82, API-187: a job named launcher is alone where MPI runs, and free elsewhere")
    void theLauncherIsAlone(String policy, boolean allowed) {
        String launcher = SIDE.formatted("replicas: 2,").replace("name: side", "name: launcher");

        assertThat(world.createRuntime(
                                "{" + policy + "template: {spec: {replicatedJobs: [" + launcher + ", " + NODE + "]}}}")
                        .allowed())
                .isEqualTo(allowed);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "launcher node      | mpi: {}                        | image, command and args of spec.trainer have no effect",
                "launcher! node     | mpi: {}                        |",
                "launcher! worker   | mpi: {}                        | none is named \"node\", so mlPolicy.mpi makes the SSH keys only, and no hostfile",
                "launcher! worker   | mpi: {runLauncherAsNode: true} | none is named \"node\", so the hostfile names the launcher only",
                "launcher! node     | mpi: {runLauncherAsNode: true} |"
            })
    @DisplayName("VAL-95, VAL-97: an MPI runtime hears what its jobs do not get, and only that")
    void mpiWithoutLabels(String names, String policy, String part) {
        String jobs = List.of(names.split(" ")).stream()
                .map(name -> SIDE.formatted("")
                        .replace("name: side", "name: " + name.replace("!", ""))
                        .replace("{name: s}", name.endsWith("!") ? "{name: s, command: [mpirun, a]}" : "{name: s}"))
                .reduce((some, more) -> some + ", " + more)
                .orElseThrow();

        AdmissionResponse answer =
                world.createRuntime("{mlPolicy: {" + policy + "}, template: {spec: {replicatedJobs: [" + jobs + "]}}}");

        assertThat(answer.allowed()).isTrue();
        List<String> warnings = answer.warnings().stream()
                .filter(warning -> !warning.contains("plugins-mpi.jar"))
                .toList();
        if (part == null) {
            assertThat(warnings).isEmpty();
        } else {
            assertThat(warnings).singleElement().asString().contains(part);
        }
    }

    @Test
    @DisplayName(
            "jobs with names of more than 20 characters are taken, new and changed, though Kubeflow Trainer 2.4 refuses new ones")
    void longNames() {
        String name = "evaluation-of-the-checkpoints";
        Map<String, Object> old = AdmissionFixture.runtime(
                PLAIN.replace("replicatedJobs: [", "replicatedJobs: [" + SIDE.formatted("") + ", ")
                        .replace("name: side", "name: " + name));
        Map<String, Object> changed = AdmissionFixture.runtime(
                PLAIN.replace("replicatedJobs: [", "replicatedJobs: [" + SIDE.formatted("") + ", ")
                        .replace("name: side", "name: " + name)
                        .replace("image: t", "image: u"));

        assertThat(world.runtime(old, null)).satisfies(RuntimeValidatingWebhookTest::isTaken);
        assertThat(world.runtime(changed, old)).satisfies(RuntimeValidatingWebhookTest::isTaken);
        world.with(Manifests.clusterRuntime(
                "plain",
                PLAIN.replace("replicatedJobs: [", "replicatedJobs: [" + SIDE.formatted("") + ", ")
                        .replace("name: side", "name: " + name)
                        .replace("{name: s}", "{name: s, image: i}")));
        assertThat(world.create("{trainer: {numNodes: 2}}")).satisfies(RuntimeValidatingWebhookTest::isTaken);
    }

    @Test
    @DisplayName("VAL-110: a field of a newer schema is named, since nothing is done about it")
    void fieldsOfNewerReleases() {
        assertThat(world.createRuntime(PLAIN.replace("{template:", "{scheduling: {schedulingPolicy: {}}, template:"))
                        .warnings())
                .containsExactly(
                        "spec.scheduling: this release of Trainyard does not know the field, so it has no effect");
        AdmissionResponse answer =
                world.create("{trainer: {resourceClaimsPerNode: [{name: gpu, resourceClaimTemplateName: one}]}}");
        assertThat(answer.allowed()).isTrue();
        assertThat(answer.warnings())
                .containsExactly(
                        "spec.trainer.resourceClaimsPerNode: this release of Trainyard does not know the field, so it has no"
                                + " effect");
        assertThat(world.create(
                                "{runtimePatches: [{manager: a.b/c, trainingRuntimeSpec: {template: {spec: {replicatedJobs:"
                                        + " [{name: node, template: {spec: {template: {spec: {resourceClaims: [{name: gpu}]}}}}}]}}}}]}")
                        .message())
                .contains("resourceClaims: Forbidden: cannot be changed here");
    }

    private static void isTaken(AdmissionResponse answer) {
        assertThat(answer.allowed()).isTrue();
        assertThat(answer.warnings()).isEmpty();
    }

    private AdmissionResponse create(String... jobs) {
        return world.createRuntime("{template: {spec: {replicatedJobs: [" + String.join(", ", jobs) + "]}}}");
    }

    private AdmissionResponse createWith(String jobSetField) {
        return world.createRuntime("{template: {spec: {replicatedJobs: [" + NODE + "], " + jobSetField + "}}}");
    }

    private static List<String> paths(AdmissionResponse answer) {
        return answer.causes().stream().map(FieldError::path).toList();
    }
}
