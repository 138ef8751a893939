package io.trainyard.core.config;

import java.util.Optional;

/**
 * The server for liveness and readiness probes.
 *
 * @param bindAddress where it listens; empty when it is off
 * @param readinessEndpointName path of the readiness probe without slash, served besides {@code readyz}
 * @param livenessEndpointName path of the liveness probe without slash, served besides {@code healthz}
 */
public record HealthSettings(
        Optional<BindAddress> bindAddress, String readinessEndpointName, String livenessEndpointName) {}
