package io.trainyard.local.admission;

import io.trainyard.foundation.json.Json;
import io.trainyard.local.api.resource.BuiltInTypes;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;

/**
 * The custom resource definition of JobSet, kept in {@code jobset-definition.json}. Its templates of Jobs and volume claims
 * are those that the API server knows anyway.
 */
public final class JobSetDefinition {
    private static final String FILE = "jobset-definition.json";

    private JobSetDefinition() {}

    /** The whole definition, as one could also create it in a server; mutable and not shared. */
    public static Map<String, Object> tree() {
        try (InputStream in = JobSetDefinition.class.getResourceAsStream(FILE)) {
            if (in == null) {
                throw new IllegalStateException(FILE + " is missing from the class path");
            }
            Map<String, Object> definition = Json.parseObject(in.readAllBytes());
            return new EmbeddedSchemas(BuiltInTypes.definitions()).expand(definition);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
