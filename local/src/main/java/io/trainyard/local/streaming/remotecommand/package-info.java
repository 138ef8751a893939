/**
 * The protocols of {@code kubectl exec} and {@code attach}: one program, with its three streams, the size of a window and how it ended, over a WebSocket or
 * SPDY. Start with {@link io.trainyard.local.streaming.remotecommand.RemoteCommandServer}.
 */
@NullMarked
package io.trainyard.local.streaming.remotecommand;

import org.jspecify.annotations.NullMarked;
