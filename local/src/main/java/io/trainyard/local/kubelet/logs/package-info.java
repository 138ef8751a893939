/** Log files of containers, and reading them (LOCAL-28, LOCAL-83, LOCAL-96). Start with {@link io.trainyard.local.kubelet.logs.PodLogs}. */
@NullMarked
package io.trainyard.local.kubelet.logs;

import org.jspecify.annotations.NullMarked;
