package io.trainyard.core.leader;

/** Told about the lead, on the owning event loop. */
public interface LeaderListener {
    /** We lead now: start the controllers. */
    void elected();

    /** We lead no longer, against our will: write nothing any more, and end the process. */
    void lost(String reason);

    /** Somebody leads; may be ourselves. */
    default void leaderChanged(String identity) {}
}
