package io.trainyard.core.health;

import io.trainyard.core.config.HealthSettings;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Which path leads where: the usual names, and those of the configuration. */
final class HealthRoutes {
    private static final String LIVENESS = "healthz";
    private static final String READINESS = "readyz";

    private final Map<String, HealthEndpoint> endpoints = new HashMap<>();

    HealthRoutes(HealthSettings settings, HealthEndpoint liveness, HealthEndpoint readiness) {
        endpoints.put(LIVENESS, liveness);
        endpoints.put(READINESS, readiness);
        // Whoever gives a usual name to the other probe has asked for it.
        endpoints.put(settings.livenessEndpointName(), liveness);
        endpoints.put(settings.readinessEndpointName(), readiness);
    }

    /**
     * Where a path leads.
     *
     * @param name name of the endpoint, as asked for
     * @param check name of the check; empty for all
     */
    record Destination(HealthEndpoint endpoint, String name, String check) {}

    /** Takes {@code /name}, {@code /name/} and {@code /name/check}. */
    Optional<Destination> find(String path) {
        if (!path.startsWith("/")) {
            return Optional.empty();
        }
        int slash = path.indexOf('/', 1);
        String name = path.substring(1, slash < 0 ? path.length() : slash);
        String check = slash < 0 ? "" : path.substring(slash + 1);
        return Optional.ofNullable(endpoints.get(name)).map(endpoint -> new Destination(endpoint, name, check));
    }
}
