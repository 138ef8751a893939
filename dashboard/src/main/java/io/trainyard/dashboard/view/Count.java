package io.trainyard.dashboard.view;

/** So many of so many. */
public record Count(long have, long want) {
    /** None of none. */
    public static final Count NONE = new Count(0, 0);
}
