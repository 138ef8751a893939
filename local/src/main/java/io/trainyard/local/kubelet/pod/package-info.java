/**
 * The workers of pods: one for each pod of the node. Start with {@link io.trainyard.local.kubelet.pod.PodWorker}: it keeps the state of its pod, asks
 * {@link io.trainyard.local.kubelet.lifecycle.PodActions} what to do, does it and reports the status. Only the kubelet itself may see this package.
 */
@NullMarked
package io.trainyard.local.kubelet.pod;

import org.jspecify.annotations.NullMarked;
