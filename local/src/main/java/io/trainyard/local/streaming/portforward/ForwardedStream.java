package io.trainyard.local.streaming.portforward;

import io.trainyard.local.streaming.ByteReceiver;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;

/** A client's end of one connection, whatever it speaks. On one event loop. */
interface ForwardedStream {
    /** Hands over what the client has sent and will send. The end comes when it sends no more, or is gone. */
    void receive(ByteReceiver receiver);

    /** Sends bytes of the pod; completes when the next may come, and fails when the client is gone. */
    Future<Void> write(Buffer bytes);

    /** The pod sends no more. */
    void end();

    /** The connection cannot be made; the message says why. */
    void fail(String message);
}
