package io.trainyard.core.queue;

/**
 * How urgent a key is. The first three share the turns of their group, so that a crowd of one kind delays the others by a few turns and keeps none of them for
 * ever; what is {@link #LOW} stands behind all groups.
 */
public enum Priority {
    /** A job that has never been reconciled: somebody waits for it to begin. */
    NEW,
    /** Something happened to this very job just now. */
    HIGH,
    /** One change that may concern thousands of jobs, or a repeat that is of use only if something else has changed. */
    BULK,
    /** The initial list and everything else that can wait, so that a new job is served before 10,000 old ones after a restart. */
    LOW;

    /** The more urgent of the two. */
    Priority or(Priority other) {
        return compareTo(other) <= 0 ? this : other;
    }

    /** The less urgent of the two. */
    Priority butAtMost(Priority other) {
        return compareTo(other) >= 0 ? this : other;
    }

    /** That of what is left to do after a reconcile: no job is new any more then. */
    Priority afterwards() {
        return butAtMost(HIGH);
    }
}
