package io.trainyard.local.api.watch;

/** Where the notices of one watch go. Called on the event loop that owns the store; must not block. */
public interface WatchSink {
    /** Takes the next notice. */
    void send(WatchNotice notice);

    /** No more notices will come. */
    void end();

    /** How many notices wait to be sent; a watcher for which too many wait is cut off. */
    int waiting();
}
