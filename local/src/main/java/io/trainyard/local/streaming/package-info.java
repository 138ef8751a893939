/**
 * Programs and ports of running pods, for clients that send and receive over one connection. Start with {@link
 * io.trainyard.local.streaming.StreamingRuntime}, which whoever runs containers implements; {@code remotecommand} and {@code portforward} speak the
 * protocols of clients.
 */
@NullMarked
package io.trainyard.local.streaming;

import org.jspecify.annotations.NullMarked;
