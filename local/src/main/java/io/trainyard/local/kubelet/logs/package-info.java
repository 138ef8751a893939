/** Log files of containers, and reading them. Start with {@link io.trainyard.local.kubelet.logs.PodLogs}. */
@NullMarked
package io.trainyard.local.kubelet.logs;

import org.jspecify.annotations.NullMarked;
