package io.trainyard.local.kubelet.options;

/**
 * Where the API server reaches a node, as its Node object says it.
 *
 * @param address IP address at which the API server reaches this machine
 * @param port TCP port there
 */
public record KubeletEndpoint(String address, int port) {}
