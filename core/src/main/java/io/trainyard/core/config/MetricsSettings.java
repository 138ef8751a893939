package io.trainyard.core.config;

import java.util.Optional;

/**
 * The metrics server.
 *
 * @param bindAddress where it listens; empty when it is off
 * @param secureServing HTTPS instead of HTTP
 * @param authentication every request needs a token that may read {@code /metrics}
 */
public record MetricsSettings(Optional<BindAddress> bindAddress, boolean secureServing, boolean authentication) {}
