package io.trainyard.bench;

/** What a share of measured values does not exceed. Pure. */
public final class Quantile {
    private Quantile() {}

    /**
     * The value at a share of the way from the least to the greatest; 0 when there are none.
     *
     * @param sorted ascending, in any unit
     * @param share from 0 to 1
     */
    public static long of(long[] sorted, double share) {
        return sorted.length == 0 ? 0 : sorted[(int) Math.min(sorted.length - 1L, (long) (share * sorted.length))];
    }
}
