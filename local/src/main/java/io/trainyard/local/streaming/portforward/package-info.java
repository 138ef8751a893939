/**
 * The protocols of {@code kubectl port-forward}: connections to ports of a pod, over SPDY, SPDY within a WebSocket, or the channels of a WebSocket. Start
 * with {@link io.trainyard.local.streaming.portforward.PortForwardServer}.
 */
@NullMarked
package io.trainyard.local.streaming.portforward;

import org.jspecify.annotations.NullMarked;
