package io.trainyard.local.api.discovery;

import io.trainyard.local.api.resource.ResourceType;
import io.trainyard.local.api.resource.ResourceTypes;
import io.trainyard.local.tree.Tree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * As much of {@code /openapi/v3} as kubectl needs to learn that the server checks fields itself: paths and kinds, no schemas, so that
 * {@code kubectl explain} has nothing to tell.
 */
public final class OpenApi {
    private final ResourceTypes types;

    public OpenApi(ResourceTypes types) {
        this.types = types;
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
        for (ResourceType type : types.all()) {
            if (type.resource().root().equals("/" + root)) {
                paths.put(path(type), Tree.of("patch", patch(type)));
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
                        Tree.of("schemas", Tree.of())));
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
                Tree.of(
                        "group", type.resource().group(),
                        "version", type.resource().version(),
                        "kind", type.kind()));
    }
}
