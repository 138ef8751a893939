package io.trainyard.launcher.crds;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds for every schema in the checked-in definitions, whatever it describes. */
class SchemaFormTest {

    static Stream<String> plurals() {
        return CheckedInDefinitions.PLURALS.stream();
    }

    @ParameterizedTest
    @MethodSource("plurals")
    @DisplayName("Every key of a list map is required or has a default")
    void listMapKeysAlwaysHaveAValue(String plural) {
        List<String> faults = new ArrayList<>();
        Schemas.walk("", CheckedInDefinitions.schema(plural), (path, schema) -> {
            JsonNode items = schema.path("items");
            for (String key : Schemas.texts(schema.path("x-kubernetes-list-map-keys"))) {
                boolean required = Schemas.texts(items.path("required")).contains(key);
                if (!required && !items.path("properties").path(key).has("default")) {
                    faults.add(path + " has the key " + key);
                }
            }
            if (schema.path("x-kubernetes-list-type").asText().equals("map")
                    != schema.has("x-kubernetes-list-map-keys")) {
                faults.add(path + " is a map without keys, or has keys without being a map");
            }
        });

        assertThat(faults).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("plurals")
    @DisplayName("API-11: every value has a type, and nothing unknown is kept but parameters of plugins")
    void schemaIsStructuralAndPrunes(String plural) {
        List<String> faults = new ArrayList<>();
        List<String> keepsUnknown = new ArrayList<>();
        Set<String> forbidden = Set.of("$ref", "allOf", "oneOf", "anyOf", "not", CheckedInDefinitions.OPAQUE);
        Schemas.walk("", CheckedInDefinitions.schema(plural), (path, schema) -> {
            boolean intOrString = schema.path("x-kubernetes-int-or-string").asBoolean();
            if (schema.has("type") == intOrString) {
                faults.add(path + " needs either a type or x-kubernetes-int-or-string");
            }
            if (schema.path("type").asText().equals("array") && !schema.has("items")) {
                faults.add(path + " does not say what its items are");
            }
            schema.fieldNames().forEachRemaining(keyword -> {
                if (forbidden.contains(keyword) || keyword.startsWith("x-kubernetes-patch-")) {
                    faults.add(path + " has " + keyword);
                }
            });
            if (schema.path("x-kubernetes-preserve-unknown-fields").asBoolean()) {
                keepsUnknown.add(path);
            }
        });

        assertThat(faults).isEmpty();
        assertThat(keepsUnknown)
                .containsExactlyElementsOf(
                        plural.equals("trainjobs")
                                ? List.of(".spec.plugins[].parameters")
                                : List.of(
                                        ".spec.mlPolicy.plugin.parameters",
                                        ".spec.podGroupPolicy.workload",
                                        ".spec.podGroupPolicy.plugin.parameters"));
    }

    @ParameterizedTest
    @MethodSource("plurals")
    @DisplayName("Every CEL rule has a message, and points at a field that exists")
    void rulesExplainThemselves(String plural) {
        List<String> faults = new ArrayList<>();
        Schemas.walk("", CheckedInDefinitions.schema(plural), (path, schema) -> {
            for (JsonNode rule : schema.path("x-kubernetes-validations")) {
                if (rule.path("message").asText().isBlank()) {
                    faults.add(path + ": " + rule.path("rule").asText());
                }
                if (rule.has("fieldPath")
                        && Schemas.at(schema, rule.get("fieldPath").asText()).isMissingNode()) {
                    faults.add(path + " has no field " + rule.get("fieldPath").asText());
                }
            }
        });

        assertThat(faults).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("plurals")
    @DisplayName("kubectl explain has a sentence for every field of ours")
    void everyFieldOfOursIsDescribed(String plural) {
        List<String> silent = new ArrayList<>();
        Schemas.walk("", CheckedInDefinitions.ownSchema(plural), (path, schema) -> {
            boolean isField = !path.endsWith("[]") && !path.endsWith("{}");
            String description = schema.path("description").asText();
            if (isField && !path.startsWith(".metadata") && !description.endsWith(".")) {
                silent.add(path);
            }
        });

        assertThat(silent).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("plurals")
    @DisplayName("API-10: types of Kubernetes carry no descriptions of their own")
    void typesOfKubernetesAreStripped(String plural) {
        List<String> described = new ArrayList<>();
        JsonNode schema = CheckedInDefinitions.schema(plural);
        Schemas.walk("", CheckedInDefinitions.ownSchema(plural), (path, own) -> {
            if (own.has(CheckedInDefinitions.OPAQUE)) {
                Schemas.walk(path, Schemas.at(schema, path), (inner, embedded) -> {
                    if (!inner.equals(path) && embedded.has("description")) {
                        described.add(inner);
                    }
                });
            }
        });

        assertThat(described).isEmpty();
    }
}
