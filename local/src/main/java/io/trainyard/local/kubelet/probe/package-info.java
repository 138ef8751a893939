/** Asking containers how they are. Start with {@link io.trainyard.local.kubelet.probe.ActionRunner}. */
@NullMarked
package io.trainyard.local.kubelet.probe;

import org.jspecify.annotations.NullMarked;
