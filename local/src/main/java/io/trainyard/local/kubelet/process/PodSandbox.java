package io.trainyard.local.kubelet.process;

import io.trainyard.local.kubelet.spec.PodSpec;

/**
 * What the containers of a pod share.
 *
 * @param address of the pod
 */
public record PodSandbox(PodSpec pod, String address) {}
