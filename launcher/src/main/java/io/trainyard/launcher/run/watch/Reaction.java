package io.trainyard.launcher.run.watch;

/** What a change of files leads to. Pure. */
public enum Reaction {
    /** Everything is read again, and the ranks start again. */
    START_AGAIN,
    /** The ranks are told by a signal, and go on. */
    SIGNAL,
    /** Another change is being worked on; this one comes after it. */
    AFTERWARDS;

    /**
     * Decides.
     *
     * @param busy whether an earlier change is being worked on
     * @param running whether there are ranks
     * @param input whether a file has changed that says what the job is, so that a signal is not enough
     * @param signals whether the user asked for signals
     */
    public static Reaction to(boolean busy, boolean running, boolean input, boolean signals) {
        if (busy) {
            return AFTERWARDS;
        }
        return signals && running && !input ? SIGNAL : START_AGAIN;
    }
}
