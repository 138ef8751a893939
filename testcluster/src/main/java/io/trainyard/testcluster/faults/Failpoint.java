package io.trainyard.testcluster.faults;

/** A moment in a client's life that is not one of its writes. */
public enum Failpoint {
    /** A list has been answered; what follows from it is not yet done. */
    LISTED,
    /** A watch has been opened. */
    WATCHING,
    /** An event is here, and the client has not heard of it. */
    BEFORE_EVENT,
    /** The client has heard of an event. */
    AFTER_EVENT
}
