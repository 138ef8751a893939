/**
 * Running containers. {@link io.trainyard.local.kubelet.process.ContainerExecutor} is the seam: processes of this machine
 * ({@link io.trainyard.local.kubelet.process.ProcessExecutor}) today, other ways later.
 */
@NullMarked
package io.trainyard.local.kubelet.process;

import org.jspecify.annotations.NullMarked;
