package io.trainyard.local.api.discovery;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.resource.ResourceType;
import io.trainyard.local.api.resource.ResourceTypes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * As much of {@code /openapi/v3} as kubectl needs to learn that the server checks fields itself, and to explain custom kinds: paths, kinds,
 * and the schemas that definitions declare. Built-in kinds have no schemas there.
 */
public final class OpenApi {
    private final ResourceTypes types;
    private final Function<ResourceType, Optional<Map<String, Object>>> schemas;

    /** {@code schemas} knows the schemas of kinds, as trees. */
    public OpenApi(ResourceTypes types, Function<ResourceType, Optional<Map<String, Object>>> schemas) {
        this.types = types;
        this.schemas = schemas;
    }

    /** {@code /openapi/v3}: where the documents of all groups are. */
    public Map<String, Object> index() {
        Map<String, Object> paths = new LinkedHashMap<>();
        for (ResourceType type : types.all()) {
            String root = type.resource().root().substring(1);
            paths.put(root, Tree.of("serverRelativeURL", "/openapi/v3/" + root + "?hash=" + types.changes()));
        }
        return Tree.of("paths", paths);
    }

    /** The document of a group, by its path without the leading slash; empty when there is no such group. */
    public Optional<Map<String, Object>> document(String root) {
        Map<String, Object> paths = new LinkedHashMap<>();
        Map<String, Object> components = new LinkedHashMap<>();
        for (ResourceType type : types.all()) {
            if (type.resource().root().equals("/" + root)) {
                paths.put(path(type), Tree.of("patch", patch(type)));
                schemas.apply(type).ifPresent(schema -> components.put(component(type), named(type, schema)));
            }
        }
        return paths.isEmpty()
                ? Optional.empty()
                : Optional.of(Tree.of(
                        "openapi",
                        "3.0.0",
                        "info",
                        Tree.of("title", "Trainyard", "version", "unversioned"),
                        "paths",
                        paths,
                        "components",
                        Tree.of("schemas", components)));
    }

    private static String component(ResourceType type) {
        List<String> group = new ArrayList<>(List.of(type.resource().group().split("\\.")));
        Collections.reverse(group);
        return String.join(".", group) + "." + type.resource().version() + "." + type.kind();
    }

    private static Map<String, Object> named(ResourceType type, Map<String, Object> schema) {
        Map<String, Object> named = new LinkedHashMap<>(schema);
        named.put("x-kubernetes-group-version-kind", List.of(kind(type)));
        return named;
    }

    private static Map<String, Object> kind(ResourceType type) {
        return Tree.of(
                "group", type.resource().group(), "version", type.resource().version(), "kind", type.kind());
    }

    private static String path(ResourceType type) {
        String namespace = type.namespaced() ? "/namespaces/{namespace}/" : "/";
        return type.resource().root() + namespace + type.resource().plural() + "/{name}";
    }

    private static Map<String, Object> patch(ResourceType type) {
        List<Object> parameters = new ArrayList<>();
        for (String name : List.of("dryRun", "fieldManager", "fieldValidation", "force")) {
            parameters.add(
                    Tree.of("name", name, "in", "query", "schema", Tree.of("type", "string", "uniqueItems", true)));
        }
        return Tree.of(
                "parameters",
                parameters,
                "responses",
                Tree.of("200", Tree.of("description", "OK")),
                "x-kubernetes-action",
                "patch",
                "x-kubernetes-group-version-kind",
                kind(type));
    }
}
