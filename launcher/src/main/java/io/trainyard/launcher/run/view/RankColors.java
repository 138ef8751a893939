package io.trainyard.launcher.run.view;

/** A colour for each rank, always the same one; each can be read on a light and on a dark background. */
public final class RankColors {
    /** Of the 256 colours of terminals: neither close to white nor to black. Neighbours differ much. */
    static final int[] COLORS = {32, 130, 29, 134, 167, 30, 168, 100, 62, 64, 166, 97};

    private static final String END = "\u001b[0m";

    private RankColors() {}

    /**
     * A text in the colour of a rank.
     *
     * @param rank 0 or more
     */
    public static String paint(String text, long rank) {
        return "\u001b[38;5;" + COLORS[(int) (rank % COLORS.length)] + "m" + text + END;
    }
}
