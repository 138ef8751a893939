package io.trainyard.local.streaming;

import io.vertx.core.Future;

/** A program that a client has started or joined. Used on the event loop on which it was asked for. */
public interface RemoteProgram {
    /** Takes what it is to read. */
    ByteReceiver input();

    /**
     * The client's window has another size; programs without a terminal are not told.
     *
     * @param columns more than 0
     * @param rows more than 0
     */
    void resize(int columns, int rows);

    /** Its exit code, when all that it wrote has been taken. */
    Future<Integer> exit();

    /** The client is gone. May be called more than once, and after the end. */
    void detach();
}
