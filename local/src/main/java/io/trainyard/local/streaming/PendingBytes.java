package io.trainyard.local.streaming;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;

/** What comes before its receiver does. It is handed over in order, one piece after the other. On one event loop. */
public final class PendingBytes {
    private final Promise<ByteReceiver> receiver = Promise.promise();
    private Future<ByteReceiver> taken = receiver.future();

    /**
     * One more piece.
     *
     * @return completes when it has been taken, or was refused
     */
    public Future<Void> add(Buffer bytes) {
        taken = taken.compose(known -> known.take(bytes).transform(done -> Future.succeededFuture(known)));
        return taken.mapEmpty();
    }

    /** There are no more. */
    public void end() {
        taken.onSuccess(ByteReceiver::end);
    }

    /** Everything goes here; the first call counts. */
    public void handTo(ByteReceiver known) {
        receiver.tryComplete(known);
    }
}
