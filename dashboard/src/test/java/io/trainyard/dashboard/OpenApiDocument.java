package io.trainyard.dashboard;

import io.trainyard.dashboard.page.Assets;
import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.tree.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The document that the server serves, and whether a tree is as it says. Understands what of JSON Schema stands in it. */
public final class OpenApiDocument {
    private static final Set<String> METHODS = Set.of("get", "post", "put", "patch", "delete");

    private final Map<String, Object> document;

    private OpenApiDocument(Map<String, Object> document) {
        this.document = document;
    }

    public static OpenApiDocument served() {
        return new OpenApiDocument(Json.parseObject(
                Assets.read().get("openapi.json").orElseThrow().content().getBytes()));
    }

    /** Method and path of all operations. */
    public Set<String> operations() {
        Set<String> operations = new TreeSet<>();
        Tree.child(document, "paths").forEach((path, item) -> Tree.object(item).keySet().stream()
                .filter(METHODS::contains)
                .forEach(method -> operations.add(method.toUpperCase(Locale.ROOT) + " " + path)));
        return operations;
    }

    public boolean answersWithJson(String method, String path) {
        return !Tree.child(response(method, path, "200"), "content", "application/json")
                .isEmpty();
    }

    /** In what a tree differs from what is described. */
    public List<String> problems(String method, String path, String status, Object tree) {
        List<String> problems = new ArrayList<>();
        check(schema(response(method, path, status)), tree, "", problems);
        return problems;
    }

    private Map<String, Object> response(String method, String path, String status) {
        return resolved(Tree.child(document, "paths", path, method, "responses", status));
    }

    private Map<String, Object> schema(Map<String, Object> response) {
        return resolved(Tree.child(response, "content", "application/json", "schema"));
    }

    private Map<String, Object> resolved(Map<String, Object> node) {
        String reference = Tree.text(node, "$ref");
        return reference.isEmpty()
                ? node
                : resolved(Tree.child(document, reference.substring(2).split("/")));
    }

    private void check(Map<String, Object> given, Object tree, String at, List<String> problems) {
        Map<String, Object> schema = resolved(given);
        for (Map<String, Object> part : Tree.objects(schema, "allOf")) {
            check(part, tree, at, problems);
        }
        String type = Tree.text(schema, "type");
        if (!type.isEmpty() && !isOf(type, tree)) {
            problems.add(at + " is no " + type + ": " + tree);
            return;
        }
        List<Object> allowed = Tree.list(schema.get("enum"));
        if (!allowed.isEmpty() && !allowed.contains(tree)) {
            problems.add(at + " is none of " + allowed + ": " + tree);
        }
        if (tree instanceof Map<?, ?> map) {
            Tree.list(schema.get("required")).stream()
                    .filter(name -> !map.containsKey(name))
                    .forEach(name -> problems.add(at + " lacks " + name));
            Tree.child(schema, "properties").forEach((name, property) -> {
                if (map.containsKey(name)) {
                    check(Tree.object(property), map.get(name), at + "." + name, problems);
                }
            });
        }
        if (tree instanceof List<?> list) {
            for (int i = 0; i < list.size(); i++) {
                check(Tree.child(schema, "items"), list.get(i), at + "[" + i + "]", problems);
            }
        }
    }

    private static boolean isOf(String type, Object tree) {
        return switch (type) {
            case "object" -> tree instanceof Map;
            case "array" -> tree instanceof List;
            case "string" -> tree instanceof String;
            case "integer" -> tree instanceof Long || tree instanceof Integer;
            case "number" -> tree instanceof Number;
            case "boolean" -> tree instanceof Boolean;
            default -> false;
        };
    }
}
