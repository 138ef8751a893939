package io.trainyard.launcher.crds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

/** The files of {@code deploy/crds}, and the sources that they are made from. */
final class CheckedInDefinitions {

    static final Path FOLDER = Path.of("..", "deploy", "crds");
    static final Path SOURCES = FOLDER.resolve("source");
    static final List<String> PLURALS = List.of("clustertrainingruntimes", "trainingruntimes", "trainjobs");

    /** Stands in the expanded sources where a type of Kubernetes would be; what that looks like is not ours. */
    static final String OPAQUE = "$opaque";

    private CheckedInDefinitions() {}

    static String fileName(String plural) {
        return "trainer.kubeflow.org_" + plural + ".yaml";
    }

    static JsonNode read(String plural) {
        try {
            return YAMLMapper.builder()
                    .build()
                    .readTree(FOLDER.resolve(fileName(plural)).toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The schema of the stored version. */
    static JsonNode schema(String plural) {
        return schema(read(plural));
    }

    /** Our own fields only: the same schema with {@link #OPAQUE} in place of every type of Kubernetes. */
    static JsonNode ownSchema(String plural) {
        return schema(ownDefinition(plural));
    }

    static JsonNode ownDefinition(String plural) {
        return DefinitionSources.read(SOURCES)
                .resolve(type -> JsonNodeFactory.instance.objectNode().put(OPAQUE, type))
                .get(plural + ".yaml");
    }

    private static JsonNode schema(JsonNode definition) {
        return definition.at("/spec/versions/0/schema/openAPIV3Schema");
    }
}
