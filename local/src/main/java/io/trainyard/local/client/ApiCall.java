package io.trainyard.local.client;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One request in full. {@link ApiClient} makes them; write one yourself only for what it has no method for.
 *
 * @param method HTTP method
 * @param namespace empty for all namespaces, and for kinds that have none
 * @param name empty for the whole collection
 * @param subresource empty for the object itself
 * @param query parameters; may be empty
 * @param contentType of the body
 * @param body a tree; null to send none
 */
public record ApiCall(
        String method,
        Resource resource,
        String namespace,
        String name,
        String subresource,
        Map<String, String> query,
        String contentType,
        @Nullable Object body) {
    private static final String JSON = "application/json";

    public ApiCall {
        query = Map.copyOf(query);
    }

    /** A request without parameters and body. */
    public static ApiCall of(String method, Resource resource, String namespace, String name) {
        return new ApiCall(method, resource, namespace, name, "", Map.of(), JSON, null);
    }

    public ApiCall onSubresource(String subresourceName) {
        return new ApiCall(method, resource, namespace, name, subresourceName, query, contentType, body);
    }

    /** The same request with more parameters. */
    public ApiCall with(Map<String, String> parameters) {
        Map<String, String> all = new LinkedHashMap<>(query);
        all.putAll(parameters);
        return new ApiCall(method, resource, namespace, name, subresource, all, contentType, body);
    }

    public ApiCall withBody(@Nullable Object tree) {
        return withBody(JSON, tree);
    }

    public ApiCall withBody(String mediaType, @Nullable Object tree) {
        return new ApiCall(method, resource, namespace, name, subresource, query, mediaType, tree);
    }

    /** The path, without the query; a name is one segment, whatever it contains. */
    public String path() {
        StringBuilder path = new StringBuilder(resource.root());
        if (!namespace.isEmpty()) {
            path.append("/namespaces/").append(namespace);
        }
        path.append('/').append(resource.plural());
        if (!name.isEmpty()) {
            path.append('/').append(segment(name));
        }
        if (!subresource.isEmpty()) {
            path.append('/').append(subresource);
        }
        return path.toString();
    }

    private static String segment(String name) {
        return name.replace("%", "%25")
                .replace(":", "%3A")
                .replace("/", "%2F")
                .replace("?", "%3F")
                .replace("#", "%23");
    }
}
