/** What a node serves to the API server. Start with {@link io.trainyard.local.kubelet.server.LogServer}. */
@NullMarked
package io.trainyard.local.kubelet.server;

import org.jspecify.annotations.NullMarked;
