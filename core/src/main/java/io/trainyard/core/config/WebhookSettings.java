package io.trainyard.core.config;

/**
 * Where the admission server listens.
 *
 * @param host address to listen on; empty means all
 * @param port TCP port, 1 to 65535
 */
public record WebhookSettings(String host, int port) {}
