package io.trainyard.core.kube;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** Reads from an OpenAPI document of the API server which fields the objects of a kind have. */
final class KindFields {
    private static final String GROUP_VERSION_KIND = "x-kubernetes-group-version-kind";

    private KindFields() {}

    /**
     * Paths of all fields, members joined by dots, lists entered without a mark. What a schema only refers to, such as the metadata, is not
     * looked into.
     *
     * @param document the document of one version of one group
     * @return empty when the document does not describe the kind
     */
    static Optional<Set<String>> of(JsonNode document, String kind) {
        for (JsonNode schema : document.path("components").path("schemas")) {
            for (JsonNode named : schema.path(GROUP_VERSION_KIND)) {
                if (kind.equals(named.path("kind").asText())) {
                    Set<String> fields = new HashSet<>();
                    collect(schema, "", fields);
                    return Optional.of(Set.copyOf(fields));
                }
            }
        }
        return Optional.empty();
    }

    private static void collect(JsonNode schema, String prefix, Set<String> fields) {
        schema.path("properties").properties().forEach(property -> {
            String path = prefix + property.getKey();
            fields.add(path);
            collect(property.getValue(), path + ".", fields);
        });
        if (schema.has("items")) {
            collect(schema.get("items"), prefix, fields);
        }
    }
}
