package io.trainyard.local.streaming;

/**
 * A container of a pod.
 *
 * @param namespace of the pod
 * @param pod its name
 * @param container name of the container
 */
public record ContainerReference(String namespace, String pod, String container) {}
