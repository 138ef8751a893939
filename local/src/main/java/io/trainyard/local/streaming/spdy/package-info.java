/**
 * SPDY/3.1 as clients of Kubernetes speak it: streams in one connection, without flow control of their own. Start with {@link
 * io.trainyard.local.streaming.spdy.SpdyConnection}; the frames are read and written by Netty.
 */
@NullMarked
package io.trainyard.local.streaming.spdy;

import org.jspecify.annotations.NullMarked;
