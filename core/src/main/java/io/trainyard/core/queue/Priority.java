package io.trainyard.core.queue;

/** How urgent a key is. Within a priority keys are served in the order in which they became ready. */
public enum Priority {
    /** Events: something happened just now. */
    HIGH,
    /** The initial list and everything else that can wait, so that a new job is served before 10,000 old ones after a restart. */
    LOW;

    /** The more urgent of the two. */
    Priority or(Priority other) {
        return compareTo(other) <= 0 ? this : other;
    }
}
