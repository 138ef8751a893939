package io.trainyard.launcher.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.trainyard.core.config.ConfigurationReader;
import io.trainyard.core.config.ConfigurationResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What the chart's schema says, without Helm. */
@DisplayName("The schema of the chart's values (HELM-29)")
final class ChartValuesTest {
    private static final Path CHART = Tool.DEPLOY.resolve("helm/trainyard");
    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

    /** Values of other charts. */
    private static final Set<String> OPEN = Set.of("/properties/jobset");

    private final JsonNode schema;
    private final JsonNode values;

    ChartValuesTest() throws IOException {
        schema = new ObjectMapper().readTree(CHART.resolve("values.schema.json").toFile());
        values = YAML.readTree(CHART.resolve("values.yaml").toFile());
    }

    @Test
    @DisplayName("refuses what it does not list, everywhere")
    void isClosed() {
        List<String> open = new ArrayList<>();
        findOpen(schema, "", open);

        assertThat(open).containsExactlyInAnyOrderElementsOf(OPEN);
    }

    private static void findOpen(JsonNode node, String path, List<String> open) {
        if (node.has("properties") && node.get("properties").isObject() && !node.has("additionalProperties")) {
            open.add(path);
        }
        node.properties().forEach(field -> findOpen(field.getValue(), path + "/" + field.getKey(), open));
        for (int index = 0; node.isArray() && index < node.size(); index++) {
            findOpen(node.get(index), path + "/" + index, open);
        }
    }

    @Test
    @DisplayName("has a switch for each runtime of the chart, which the values list, too")
    void listsRuntimes() throws IOException {
        Set<String> keys = new TreeSet<>();
        for (String folder : List.of("runtimes", "gang-runtimes")) {
            try (Stream<Path> files = Files.list(CHART.resolve("files").resolve(folder))) {
                files.map(file -> key(file.getFileName().toString())).forEach(keys::add);
            }
        }

        assertThat(keys).hasSizeGreaterThan(20);
        assertThat(namesOf(schema.at("/properties/runtimes/properties"))).containsAll(keys);
        assertThat(namesOf(values.get("runtimes"))).containsAll(keys);
    }

    /** {@code torchtuneLlama321b} for {@code torchtune-llama3.2-1b.yaml}. */
    private static String key(String file) {
        StringBuilder key = new StringBuilder();
        for (String word : file.replaceAll("\\.yaml$", "").split("[-.]")) {
            key.append(key.isEmpty() ? word : word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1));
        }
        return key.toString();
    }

    @Test
    @DisplayName("lists no field of the configuration file that the controller does not know")
    void fieldsOfTheConfiguration() {
        ObjectNode file = (ObjectNode) sample(schema.at("/properties/manager/properties/config"));
        file.put("apiVersion", "config.trainer.kubeflow.org/v1alpha1").put("kind", "Configuration");
        ((ObjectNode) file.get("trainyard")).put("unheardOf", 1);

        assertThat(ConfigurationReader.fromText("file", file.toString(), List.of()))
                .isInstanceOfSatisfying(ConfigurationResult.Invalid.class, invalid -> assertThat(invalid.errors())
                        .extracting(Object::toString)
                        .filteredOn(problem -> problem.contains("unknown field"))
                        .singleElement()
                        .asString()
                        .contains("unheardOf"));
    }

    /** All objects, with fields that say nothing: an unknown one is told whatever its value. */
    private static JsonNode sample(JsonNode described) {
        if (!described.has("properties")) {
            return YAML.nullNode();
        }
        ObjectNode all = YAML.createObjectNode();
        described.get("properties").properties().forEach(field -> all.set(field.getKey(), sample(field.getValue())));
        return all;
    }

    private static List<String> namesOf(JsonNode object) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }
}
