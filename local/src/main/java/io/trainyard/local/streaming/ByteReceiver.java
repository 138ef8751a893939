package io.trainyard.local.streaming;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;

/** Takes bytes piece by piece. */
public interface ByteReceiver {
    /** For what nobody wants. */
    ByteReceiver DISCARDING = new ByteReceiver() {
        @Override
        public Future<Void> take(Buffer bytes) {
            return Future.succeededFuture();
        }

        @Override
        public void end() {
            // Nobody waits for it.
        }
    };

    /** Takes the next piece; completes when the one after it may come. */
    Future<Void> take(Buffer bytes);

    /** There are no more. */
    void end();
}
