package io.trainyard.core.leader;

/** Told about the lead, on the owning event loop. */
public interface LeaderListener {
    /** We lead now: start the controllers. */
    void elected();

    /**
     * We lead no longer, against our will. From this moment on nothing is written any more, whoever tries. Who wants to lead again ends what was begun
     * and then calls {@link LeaderElector#start}.
     */
    void lost(String reason);

    /** Somebody leads; may be ourselves. */
    default void leaderChanged(String identity) {}
}
