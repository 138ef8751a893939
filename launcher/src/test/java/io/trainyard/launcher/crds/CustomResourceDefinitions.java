package io.trainyard.launcher.crds;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The checked-in CustomResourceDefinitions, and how they are made: {@link DefinitionSources} with the types of
 * Kubernetes filled in by {@link OpenApiSchemas}. The same sources and the same API server give the same bytes.
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

    /**
     * Writes the definitions.
     *
     * @param arguments address of an API server that asks for no credentials (as {@code kubectl proxy} gives), the
     *     folder of the sources, the folder to write to
     */
    public static void main(String... arguments) throws IOException {
        if (arguments.length != 3) {
            throw new IllegalArgumentException("expected: API-SERVER-URL SOURCE-FOLDER TARGET-FOLDER");
        }
        URI server = URI.create(arguments[0]);
        var schemas = new OpenApiSchemas(document -> openApi(server, document));
        for (var file : generate(Path.of(arguments[1]), schemas).entrySet()) {
            Files.writeString(Path.of(arguments[2]).resolve(file.getKey()), file.getValue());
        }
    }

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

    private static JsonNode openApi(URI server, String document) {
        URI address = server.resolve("/openapi/v3/" + document);
        try {
            // kubectl proxy takes Java's offer of HTTP/2 for a request to hijack the connection, and fails.
            var response = HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .build()
                    .send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofInputStream());
            try (var body = response.body()) {
                if (response.statusCode() != 200) {
                    throw new IllegalStateException(address + " answered " + response.statusCode());
                }
                return new ObjectMapper().readTree(body);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + address, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while reading " + address, e);
        }
    }
}
