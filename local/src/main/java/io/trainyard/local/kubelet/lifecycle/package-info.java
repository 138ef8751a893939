/**
 * The lifecycle of a pod as values and pure functions: states of containers, what to do next, whether a container is started again, what the status
 * says. Start with {@link io.trainyard.local.kubelet.lifecycle.PodActions}. May see the specification of pods, nothing else of the kubelet.
 */
@NullMarked
package io.trainyard.local.kubelet.lifecycle;

import org.jspecify.annotations.NullMarked;
