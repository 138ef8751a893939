package io.trainyard.launcher.crds;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Writes the files of {@code deploy/crds}. Not run by the build, whose tests it is no part of, but by hand with the
 * address of an API server that asks for no credentials, as {@code kubectl proxy} offers it; the command is in
 * {@code deploy/crds/README.md}.
 */
class CustomResourceDefinitionsGeneration {

    private static final String SERVER_PROPERTY = "crds.server";

    /** kubectl proxy takes Java's offer of HTTP/2 for a wish to take the connection over, and fails. */
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @Test
    @EnabledIfSystemProperty(named = SERVER_PROPERTY, matches = "http.+")
    void filesAreWritten() throws IOException {
        URI server = URI.create(System.getProperty(SERVER_PROPERTY));
        var files = CustomResourceDefinitions.generate(
                CheckedInDefinitions.SOURCES,
                new OpenApiSchemas(document -> read(server.resolve("/openapi/v3/" + document))));

        assertThat(files).hasSameSizeAs(CheckedInDefinitions.PLURALS);
        for (var file : files.entrySet()) {
            Files.writeString(CheckedInDefinitions.FOLDER.resolve(file.getKey()), file.getValue());
        }
    }

    private JsonNode read(URI address) {
        try {
            HttpResponse<InputStream> response =
                    client.send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofInputStream());
            try (InputStream body = response.body()) {
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
