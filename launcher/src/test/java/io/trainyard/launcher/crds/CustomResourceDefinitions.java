package io.trainyard.launcher.crds;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How the files in {@code deploy/crds} are made: {@link DefinitionSources} with the types of Kubernetes filled in. The
 * same sources and the same release of Kubernetes give the same text.
 */
final class CustomResourceDefinitions {

    private static final String GROUP = "trainer.kubeflow.org";

    private static final String HEADER =
            """
            # Generated from deploy/crds/source and the schemas of a Kubernetes API server; see deploy/crds/README.md.
            # Do not edit: change the sources and generate again.
            """;

    private static final YAMLMapper YAML = YAMLMapper.builder()
            .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
            .disable(YAMLGenerator.Feature.SPLIT_LINES)
            .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
            .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
            .build();

    private CustomResourceDefinitions() {}

    /** File names and contents. */
    static SortedMap<String, String> generate(Path sources, KubernetesSchemas kubernetes) {
        SortedMap<String, String> files = new TreeMap<>();
        DefinitionSources.read(sources)
                .resolve(kubernetes)
                .forEach((name, definition) -> files.put(GROUP + "_" + name, HEADER + yaml(definition)));
        return files;
    }

    private static String yaml(JsonNode definition) {
        try {
            return YAML.writeValueAsString(definition);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}
