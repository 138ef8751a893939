package io.trainyard.dashboard.access;

import java.util.HashMap;
import java.util.Map;

/** Keeps streams few: so many for one reader, so many for all. Not thread-safe. */
public final class OpenStreams {
    private final int total;
    private final int perReader;
    private final Map<String, Integer> readers = new HashMap<>();
    private int open;

    /**
     * @param total streams of everybody together
     * @param perReader streams of one reader
     */
    public OpenStreams(int total, int perReader) {
        this.total = total;
        this.perReader = perReader;
    }

    /** Counts one more, if there is room. */
    public boolean open(String reader) {
        if (open >= total || readers.getOrDefault(reader, 0) >= perReader) {
            return false;
        }
        open++;
        readers.merge(reader, 1, Integer::sum);
        return true;
    }

    /** One is closed; to be told once for each that was opened. */
    public void closed(String reader) {
        open--;
        readers.computeIfPresent(reader, (name, count) -> count == 1 ? null : count - 1);
    }

    /** How many are open. */
    public int count() {
        return open;
    }
}
