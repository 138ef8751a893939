/** What a node serves to the API server: logs, programs in containers, ports of pods. Start with {@link io.trainyard.local.kubelet.server.NodeServer}. */
@NullMarked
package io.trainyard.local.kubelet.server;

import org.jspecify.annotations.NullMarked;
