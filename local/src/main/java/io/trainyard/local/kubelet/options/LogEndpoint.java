package io.trainyard.local.kubelet.options;

/**
 * Where a node's logs are served, as its Node object says it.
 *
 * @param address IP address at which the API server reaches this machine
 * @param port TCP port there
 */
public record LogEndpoint(String address, int port) {}
