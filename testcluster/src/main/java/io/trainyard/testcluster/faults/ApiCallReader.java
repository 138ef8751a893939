package io.trainyard.testcluster.faults;

import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads what a request is about from its path, as the API server does. */
final class ApiCallReader {
    private ApiCallReader() {}

    static ApiCall read(long number, String client, HttpServerRequest request, String body) {
        Map<String, String> query = new LinkedHashMap<>();
        request.params().forEach(parameter -> query.putIfAbsent(parameter.getKey(), parameter.getValue()));
        return read(
                number,
                client,
                request.method().name(),
                request.path(),
                query,
                new Headers(orEmpty(request.getHeader("User-Agent")), orEmpty(request.getHeader("Content-Type"))),
                body);
    }

    record Headers(String userAgent, String contentType) {}

    static ApiCall read(
            long number,
            String client,
            String method,
            String path,
            Map<String, String> query,
            Headers headers,
            String body) {
        List<String> parts =
                Arrays.stream(path.split("/")).filter(part -> !part.isEmpty()).toList();
        boolean core = parts.size() > 2 && parts.get(0).equals("api");
        boolean grouped = parts.size() > 3 && parts.get(0).equals("apis");
        Target target = core || grouped ? target(parts.subList(core ? 2 : 3, parts.size())) : Target.NONE;
        String verb = target.resource.isEmpty() ? method.toLowerCase(Locale.ROOT) : verb(method, target, query);
        return new ApiCall(
                number,
                client,
                verb,
                grouped ? parts.get(1) : "",
                target.resource,
                target.subresource,
                target.namespace,
                verb.equals("create") && target.name.isEmpty() ? nameIn(body) : target.name,
                Map.copyOf(query),
                headers.userAgent(),
                headers.contentType(),
                body);
    }

    private record Target(String namespace, String resource, String name, String subresource) {
        static final Target NONE = new Target("", "", "", "");
    }

    private static Target target(List<String> path) {
        boolean inNamespace = path.get(0).equals("namespaces")
                && path.size() > 2
                && !List.of("status", "finalize").contains(path.get(2));
        List<String> rest = inNamespace ? path.subList(2, path.size()) : path;
        return new Target(
                inNamespace ? path.get(1) : "",
                rest.get(0),
                rest.size() > 1 ? rest.get(1) : "",
                rest.size() > 2 ? rest.get(2) : "");
    }

    private static String verb(String method, Target target, Map<String, String> query) {
        boolean one = !target.name.isEmpty();
        return switch (method) {
            case "GET" -> isWatch(query) ? "watch" : one ? "get" : "list";
            case "POST" -> "create";
            case "PUT" -> "update";
            case "PATCH" -> "patch";
            case "DELETE" -> one ? "delete" : "deletecollection";
            default -> method.toLowerCase(Locale.ROOT);
        };
    }

    private static boolean isWatch(Map<String, String> query) {
        return List.of("true", "1").contains(query.getOrDefault("watch", "").toLowerCase(Locale.ROOT));
    }

    private static String nameIn(String body) {
        JsonObject metadata = ApiCall.json(body).getJsonObject("metadata");
        return metadata == null ? "" : orEmpty(metadata.getString("name"));
    }

    private static String orEmpty(@Nullable String text) {
        return Objects.requireNonNullElse(text, "");
    }
}
