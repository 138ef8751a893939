package io.trainyard.dashboard.feed;

/** Where server-sent events go: the connection of one browser. */
public interface EventSink {
    /** Whether the other side takes less than it is given. */
    boolean full();

    /** Sends a whole event. */
    void send(String frame);

    /** Runs a task once, when there is room again. */
    void whenDrained(Runnable task);

    /** Ends the connection. */
    void close();
}
