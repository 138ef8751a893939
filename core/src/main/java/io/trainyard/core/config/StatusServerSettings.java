package io.trainyard.core.config;

/**
 * The server that training programs report progress to.
 *
 * @param port TCP port, 1 to 65535
 * @param requests limit of its own client
 */
public record StatusServerSettings(int port, RateLimit requests) {}
