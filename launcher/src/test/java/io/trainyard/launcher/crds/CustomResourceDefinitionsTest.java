package io.trainyard.launcher.crds;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What can be said about the checked-in definitions without an API server. */
class CustomResourceDefinitionsTest {

    /** What an API server allows all annotations of an object together to hold. */
    private static final int ANNOTATION_BYTES = 262_144;

    static Stream<String> plurals() {
        return CheckedInDefinitions.PLURALS.stream();
    }

    @ParameterizedTest
    @MethodSource("plurals")
    @DisplayName("API-01, API-02: v1alpha1 is stored, v2alpha1 is served alike and quietly, nothing converts")
    void bothVersionsAreServedAndDifferOnlyInName(String plural) {
        JsonNode spec = CheckedInDefinitions.read(plural).get("spec");
        JsonNode stored = spec.at("/versions/0");
        JsonNode older = spec.at("/versions/1");

        assertThat(spec.get("versions")).hasSize(2);
        assertThat(spec.at("/conversion/strategy").asText()).isEqualTo("None");
        assertThat(stored.get("name").asText()).isEqualTo("v1alpha1");
        assertThat(stored.get("served").asBoolean()).isTrue();
        assertThat(stored.get("storage").asBoolean()).isTrue();
        assertThat(stored.has("deprecated")).isFalse();
        assertThat(older.get("name").asText()).isEqualTo("v2alpha1");
        assertThat(older.get("served").asBoolean()).isTrue();
        assertThat(older.get("storage").asBoolean()).isFalse();
        // kubectl asks for this version first, so a warning here would go with every get; the webhooks warn who writes
        // it.
        assertThat(older.has("deprecated")).isFalse();
        assertThat(older.has("deprecationWarning")).isFalse();
        for (String part : List.of("schema", "subresources", "selectableFields", "additionalPrinterColumns")) {
            assertThat(older.path(part)).as(part).isEqualTo(stored.path(part));
        }
    }

    @ParameterizedTest
    @MethodSource("plurals")
    @DisplayName("API-06 to API-08: names, scope, short names and categories")
    void namesAreThoseOfTheSpecification(String plural) {
        JsonNode definition = CheckedInDefinitions.read(plural);
        JsonNode names = definition.at("/spec/names");
        record Names(String kind, String shortName, List<String> categories, String scope) {}
        Names expected =
                switch (plural) {
                    case "trainjobs" -> new Names("TrainJob", "tj", List.of("all", "trainer"), "Namespaced");
                    case "trainingruntimes" -> new Names("TrainingRuntime", "tr", List.of("trainer"), "Namespaced");
                    default -> new Names("ClusterTrainingRuntime", "ctr", List.of("trainer"), "Cluster");
                };

        assertThat(definition.at("/metadata/name").asText()).isEqualTo(plural + ".trainer.kubeflow.org");
        assertThat(definition.at("/spec/group").asText()).isEqualTo("trainer.kubeflow.org");
        assertThat(names.get("plural").asText()).isEqualTo(plural);
        assertThat(names.get("listKind").asText()).isEqualTo(expected.kind() + "List");
        assertThat(new Names(
                        names.get("kind").asText(),
                        names.at("/shortNames/0").asText(),
                        List.copyOf(Schemas.texts(names.get("categories"))),
                        definition.at("/spec/scope").asText()))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @MethodSource("plurals")
    @DisplayName("The checked-in file says what the sources say")
    void fileAgreesWithItsSources(String plural) {
        List<String> differences = new ArrayList<>();
        compare("", CheckedInDefinitions.ownDefinition(plural), CheckedInDefinitions.read(plural), differences);

        assertThat(differences)
                .as("generate the files again, see deploy/crds/README.md")
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("plurals")
    @DisplayName("API-10: kubectl apply can keep the whole definition in its annotation")
    void definitionFitsIntoAnAnnotation(String plural) throws Exception {
        byte[] compact = new ObjectMapper()
                .writeValueAsString(CheckedInDefinitions.read(plural))
                .getBytes(StandardCharsets.UTF_8);

        // 8 KiB for the annotations of others.
        assertThat(compact.length).isLessThan(ANNOTATION_BYTES - 8192);
    }

    @Test
    @DisplayName("API-166, API-20: nothing of a runtime is immutable, and nothing within overrides and patches")
    void transitionRulesStandOnlyWhereTheSpecificationWantsThem() {
        assertThat(transitionRules("trainingruntimes")).isEmpty();
        assertThat(transitionRules("clustertrainingruntimes")).isEmpty();
        assertThat(transitionRules("trainjobs"))
                .containsExactly(
                        ".spec.runtimeRef",
                        ".spec.initializer.dataset.storageUri",
                        ".spec.initializer.model.storageUri",
                        ".spec.trainer.image",
                        ".spec.trainer.command",
                        ".spec.trainer.args",
                        ".spec.trainer.numProcPerNode",
                        ".spec.activeDeadlineSeconds",
                        ".spec.managedBy");
    }

    @Test
    @DisplayName("API-06: TrainingRuntime and ClusterTrainingRuntime have one spec, and no status")
    void bothRuntimesShareTheirSpec() {
        JsonNode namespaced = CheckedInDefinitions.schema("trainingruntimes");
        JsonNode cluster = CheckedInDefinitions.schema("clustertrainingruntimes");

        assertThat(Schemas.at(cluster, ".spec")).isEqualTo(Schemas.at(namespaced, ".spec"));
        assertThat(Schemas.at(namespaced, ".status").isMissingNode()).isTrue();
    }

    @Test
    @DisplayName("API-220 to API-222: the scale subresource counts nodes")
    void scaleReadsAndWritesNodes() {
        JsonNode subresources = CheckedInDefinitions.read("trainjobs").at("/spec/versions/0/subresources");
        JsonNode schema = CheckedInDefinitions.schema("trainjobs");

        assertThat(subresources.has("status")).isTrue();
        assertThat(subresources.at("/scale/specReplicasPath").asText()).isEqualTo(".spec.trainer.numNodes");
        assertThat(subresources.at("/scale/statusReplicasPath").asText()).isEqualTo(".status.nodes");
        assertThat(subresources.at("/scale/labelSelectorPath").asText()).isEqualTo(".status.selector");
        assertThat(Schemas.at(schema, ".spec.trainer.numNodes").get("type").asText())
                .isEqualTo("integer");
        assertThat(Schemas.at(schema, ".status.nodes").get("type").asText()).isEqualTo("integer");
        assertThat(Schemas.at(schema, ".status.selector").get("type").asText()).isEqualTo("string");
    }

    @Test
    @DisplayName(
            "API-230, API-231, STATUS-05: the columns of kubectl get; one word says where a job is, and is always there")
    void columnsAreThoseOfTheSpecification() {
        assertThat(CheckedInDefinitions.read("trainjobs")
                        .at("/spec/versions/0/additionalPrinterColumns/0/jsonPath")
                        .asText())
                .isEqualTo(".status['state','phase']");
        assertThat(columns("trainjobs", 0)).containsExactly("State", "Runtime", "Nodes", "Ready", "Progress", "Age");
        assertThat(columns("trainjobs", 1))
                .containsExactly("Kind", "Suspend", "Procs", "Reason", "ManagedBy", "Updated");
        for (String plural : List.of("trainingruntimes", "clustertrainingruntimes")) {
            assertThat(columns(plural, 0)).containsExactly("Framework", "Nodes", "Support", "Age");
            assertThat(columns(plural, 1)).containsExactly("Min", "Max", "Jobs");
        }
    }

    @ParameterizedTest(name = "{0} holds at most {1}")
    @DisplayName("API-12, API-19: lists that users write are bounded, or no rule about them could be installed")
    @CsvSource({
        "env, 128",
        "volumeMounts, 128",
        "tolerations, 128",
        "volumes, 128",
        "initContainers, 64",
        "containers, 64",
        "schedulingGates, 16",
        "imagePullSecrets, 64"
    })
    void listsAreBounded(String list, int most) {
        List<String> unbounded = new ArrayList<>();
        List<String> found = new ArrayList<>();
        Schemas.walk("", CheckedInDefinitions.ownSchema("trainjobs"), (path, schema) -> {
            if (path.endsWith("." + list)) {
                found.add(path);
                if (schema.path("maxItems").asInt() != most) {
                    unbounded.add(path + " " + schema.path("maxItems"));
                }
            }
        });

        assertThat(found).isNotEmpty();
        assertThat(unbounded).isEmpty();
    }

    @Test
    @DisplayName("API-13: a reference to a Secret is replaced as a whole")
    void referencesAreAtomic() {
        for (String initializer : List.of("dataset", "model")) {
            JsonNode reference = Schemas.at(
                    CheckedInDefinitions.schema("trainjobs"), ".spec.initializer." + initializer + ".secretRef");
            assertThat(reference.path("x-kubernetes-map-type").asText()).isEqualTo("atomic");
            assertThat(reference.at("/properties/name/default")).isEqualTo(TextNode.valueOf(""));
        }
    }

    @Test
    @DisplayName("VAL-17: the defaults of our own fields")
    void defaultsAreThoseOfTheSpecification() {
        assertThat(ownDefaults("trainjobs"))
                .containsEntry(".spec.runtimeRef.apiGroup", "\"trainer.kubeflow.org\"")
                .containsEntry(".spec.runtimeRef.kind", "\"ClusterTrainingRuntime\"")
                .containsEntry(".spec.suspend", "false")
                .as("a default would make an empty status valid (API-68)")
                .doesNotContainKey(".status")
                .containsEntry(".spec.managedBy", "\"trainer.kubeflow.org/trainjob-controller\"");
        assertThat(ownDefaults("trainingruntimes"))
                .containsExactlyInAnyOrderEntriesOf(Map.ofEntries(
                        Map.entry(".spec.mlPolicy.torch.numProcPerNode", "\"auto\""),
                        Map.entry(".spec.mlPolicy.mpi.numProcPerNode", "1"),
                        Map.entry(".spec.mlPolicy.mpi.mpiImplementation", "\"OpenMPI\""),
                        Map.entry(".spec.mlPolicy.mpi.sshAuthMountPath", "\"/root/.ssh\""),
                        Map.entry(".spec.mlPolicy.mpi.runLauncherAsNode", "false"),
                        Map.entry(".spec.mlPolicy.flux.numProcPerNode", "1"),
                        Map.entry(".spec.podGroupPolicy.coscheduling.scheduleTimeoutSeconds", "60"),
                        Map.entry(".spec.podGroupPolicy.kai.mode", "\"Auto\""),
                        Map.entry(".spec.podGroupPolicy.kai.subGroups", "\"Auto\""),
                        Map.entry(".spec.template.spec.replicatedJobs[].groupName", "\"default\""),
                        Map.entry(".spec.template.spec.replicatedJobs[].replicas", "1"),
                        Map.entry(".spec.template.spec.failurePolicy.restartStrategy", "\"Recreate\""),
                        Map.entry(
                                ".spec.template.spec.volumeClaimPolicies[].retentionPolicy.whenDeleted",
                                "\"Delete\"")));
    }

    private static void compare(String path, JsonNode own, JsonNode generated, List<String> differences) {
        if (own.isObject() && generated.isObject()) {
            own.properties().forEach(field -> {
                if (!field.getKey().equals(CheckedInDefinitions.OPAQUE)) {
                    compare(path + "." + field.getKey(), field.getValue(), generated.path(field.getKey()), differences);
                }
            });
            generated.fieldNames().forEachRemaining(name -> {
                if (!own.has(CheckedInDefinitions.OPAQUE) && !own.has(name)) {
                    differences.add(path + "." + name + " is only in the file");
                }
            });
        } else if (own.isArray() && generated.isArray() && own.size() == generated.size()) {
            for (int i = 0; i < own.size(); i++) {
                compare(path + "[" + i + "]", own.get(i), generated.get(i), differences);
            }
        } else if (!own.equals(generated)) {
            differences.add(path + " differs");
        }
    }

    private static List<String> transitionRules(String plural) {
        List<String> found = new ArrayList<>();
        Schemas.walk("", CheckedInDefinitions.schema(plural), (path, schema) -> {
            for (JsonNode rule : schema.path("x-kubernetes-validations")) {
                if (rule.get("rule").asText().contains("oldSelf")) {
                    found.add(path + rule.path("fieldPath").asText());
                }
            }
        });
        return found;
    }

    private static List<String> columns(String plural, int priority) {
        return CheckedInDefinitions.read(plural)
                .at("/spec/versions/0/additionalPrinterColumns")
                .valueStream()
                .filter(column -> column.path("priority").asInt() == priority)
                .map(column -> column.get("name").asText())
                .toList();
    }

    private static Map<String, String> ownDefaults(String plural) {
        Map<String, String> result = new LinkedHashMap<>();
        Schemas.walk("", CheckedInDefinitions.ownSchema(plural), (path, schema) -> {
            if (schema.has("default")) {
                result.put(path, schema.get("default").toString());
            }
        });
        return result;
    }
}
