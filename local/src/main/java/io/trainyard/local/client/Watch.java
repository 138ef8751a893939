package io.trainyard.local.client;

/** An open watch. */
public interface Watch {
    /** Ends it; the handler is told of the end. May be called more than once. */
    void close();
}
