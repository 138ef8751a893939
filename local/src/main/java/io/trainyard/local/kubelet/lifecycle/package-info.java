/**
 * The life of a pod as values and pure functions: states of containers, what to do next, what the status says. Start with
 * {@link io.trainyard.local.kubelet.lifecycle.PodActions}.
 */
@NullMarked
package io.trainyard.local.kubelet.lifecycle;

import org.jspecify.annotations.NullMarked;
