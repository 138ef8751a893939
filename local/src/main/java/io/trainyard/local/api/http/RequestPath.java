package io.trainyard.local.api.http;

import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.Resource;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A path to objects.
 *
 * @param namespace empty when the path names none
 * @param name empty for the whole collection
 * @param subresource empty for the object itself
 */
record RequestPath(Resource resource, String namespace, String name, String subresource) {
    private static final Set<String> NAMESPACE_SUBRESOURCES = Set.of("status", "finalize");

    /** Whether the decoded segments of a path lead further than to a version of the API. */
    static boolean isToObjects(List<String> steps) {
        return (steps.size() > 2 && steps.get(0).equals("api"))
                || (steps.size() > 3 && steps.get(0).equals("apis"));
    }

    /** Reads the decoded segments of a path; empty when it does not lead to objects. */
    static Optional<RequestPath> parse(List<String> steps) {
        boolean core = !steps.isEmpty() && steps.get(0).equals("api");
        int start = core ? 2 : 3;
        if (steps.size() <= start || !(core || steps.get(0).equals("apis"))) {
            return Optional.empty();
        }
        String group = core ? "" : steps.get(1);
        String version = steps.get(start - 1);
        List<String> rest = steps.subList(start, steps.size());
        String namespace = "";
        // The namespaces themselves, and their subresources, look like something in a namespace.
        boolean namespaceItself = rest.size() < 3 || (rest.size() == 3 && NAMESPACE_SUBRESOURCES.contains(rest.get(2)));
        if (rest.get(0).equals("namespaces") && !(core && namespaceItself)) {
            if (rest.size() < 3) {
                return Optional.empty();
            }
            namespace = rest.get(1);
            rest = rest.subList(2, rest.size());
        }
        if (rest.size() > 3) {
            return Optional.empty();
        }
        return Optional.of(new RequestPath(
                new Resource(group, version, rest.get(0)),
                namespace,
                rest.size() > 1 ? rest.get(1) : "",
                rest.size() > 2 ? rest.get(2) : ""));
    }

    /**
     * The decoded segments of a path, empty ones left out.
     *
     * @throws ApiException when they cannot be decoded
     */
    static List<String> steps(String path) {
        List<String> steps = new ArrayList<>();
        for (String step : path.split("/")) {
            if (!step.isEmpty()) {
                steps.add(decoded(step));
            }
        }
        return steps;
    }

    private static String decoded(String step) {
        try {
            return URLDecoder.decode(step.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException malformed) {
            throw ApiException.badRequest("the path of the request cannot be read: \"" + step + "\"");
        }
    }
}
