/** Asking containers how they are (LOCAL-80). Start with {@link io.trainyard.local.kubelet.probe.ActionRunner}. */
@NullMarked
package io.trainyard.local.kubelet.probe;

import org.jspecify.annotations.NullMarked;
