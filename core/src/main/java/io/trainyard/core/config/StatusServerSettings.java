package io.trainyard.core.config;

/**
 * The server that training programs report progress to. Runs only with the gate {@link FeatureGate#TRAIN_JOB_STATUS}.
 *
 * @param port TCP port, 1 to 65535
 * @param requests limit of its own client
 */
public record StatusServerSettings(int port, RateLimit requests) {}
