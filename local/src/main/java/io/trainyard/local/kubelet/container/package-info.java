/**
 * One container from its start to its exit: hooks, probes, signals, exit code. Start with
 * {@link io.trainyard.local.kubelet.container.ContainerRunner}. Whether it is started again is decided in the package lifecycle. Must not see the package pod.
 */
@NullMarked
package io.trainyard.local.kubelet.container;

import org.jspecify.annotations.NullMarked;
