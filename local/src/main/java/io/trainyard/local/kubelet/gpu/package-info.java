/** Which GPUs there are, and which container has which. Start with {@link io.trainyard.local.kubelet.gpu.GpuPool}. */
@NullMarked
package io.trainyard.local.kubelet.gpu;

import org.jspecify.annotations.NullMarked;
