package io.trainyard.local.api.logs;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.ReadStream;

/** An open log. */
public interface PodLog {
    /** The bytes to send, on the context on which the log was opened; the stream ends where the log ends, or never while it is followed. */
    ReadStream<Buffer> bytes();

    /** Called once, on any thread, when nobody reads any more. */
    void close();
}
