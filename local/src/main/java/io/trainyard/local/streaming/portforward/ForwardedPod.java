package io.trainyard.local.streaming.portforward;

/**
 * The pod that connections lead to.
 *
 * @param namespace of the pod
 * @param name of the pod
 * @param uid tells it from a later one of that name
 */
public record ForwardedPod(String namespace, String name, String uid) {}
