package io.trainyard.local.api.http;

import io.trainyard.local.api.discovery.Discovery;
import io.trainyard.local.api.discovery.OpenApi;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the server says of itself: which kinds there are, and which fields they have. Where the store may be touched only. */
public final class ServerDescription {
    private final Discovery discovery;
    private final OpenApi openApi;

    public ServerDescription(Discovery discovery, OpenApi openApi) {
        this.discovery = discovery;
        this.openApi = openApi;
    }

    /** Whether a path that leads to no objects may lead here. */
    static boolean isAbout(String first) {
        return switch (first) {
            case "version", "api", "apis", "openapi" -> true;
            default -> false;
        };
    }

    /**
     * What is at a path; empty when nothing is.
     *
     * @param steps of the path, at least one
     */
    Optional<Map<String, Object>> at(List<String> steps) {
        return switch (steps.get(0)) {
            case "version" -> Optional.of(discovery.version());
            case "openapi" -> fields(steps);
            case "api" ->
                steps.size() == 1 ? Optional.of(discovery.coreVersions()) : discovery.resources("", steps.get(1));
            default -> groups(steps);
        };
    }

    private Optional<Map<String, Object>> groups(List<String> steps) {
        return switch (steps.size()) {
            case 1 -> Optional.of(discovery.groups());
            case 2 -> discovery.group(steps.get(1));
            default -> discovery.resources(steps.get(1), steps.get(2));
        };
    }

    private Optional<Map<String, Object>> fields(List<String> steps) {
        if (steps.size() < 2 || !steps.get(1).equals("v3")) {
            return Optional.empty();
        }
        return steps.size() == 2
                ? Optional.of(openApi.index())
                : openApi.document(String.join("/", steps.subList(2, steps.size())));
    }
}
