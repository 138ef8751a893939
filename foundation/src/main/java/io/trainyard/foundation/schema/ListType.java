package io.trainyard.foundation.schema;

/** How the items of a list relate to each other when several owners write it. */
public enum ListType {
    /** The list is one value; whoever writes it owns all of it. */
    ATOMIC,
    /** Scalars, each at most once. */
    SET,
    /** Objects, told apart by the values of some of their fields. */
    MAP
}
