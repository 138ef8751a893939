package io.trainyard.local.api.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The latest changes of one kind, oldest first; the oldest go when the log is full. */
final class ChangeLog {
    private static final int FIRST_SIZE = 64;

    private final int capacity;
    private @Nullable Change[] ring = new Change[FIRST_SIZE];
    private int first;
    private int count;
    private long forgotten;

    ChangeLog(int capacity) {
        this.capacity = capacity;
    }

    void add(Change change) {
        if (count == ring.length && count < capacity) {
            grow();
        }
        if (count == ring.length) {
            forgotten = at(0).revision();
            ring[first] = change;
            first = (first + 1) % ring.length;
        } else {
            ring[(first + count) % ring.length] = change;
            count++;
        }
    }

    /** Everything that is remembered is forgotten, as if the log had been full. */
    void forget() {
        if (count > 0) {
            forgotten = at(count - 1).revision();
        }
        ring = new Change[FIRST_SIZE];
        first = 0;
        count = 0;
    }

    /** All changes after a revision, oldest first; empty when some of them are forgotten. */
    Optional<List<Change>> since(long revision) {
        if (revision < forgotten) {
            return Optional.empty();
        }
        int low = 0;
        int high = count;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (at(middle).revision() <= revision) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        List<Change> changes = new ArrayList<>(count - low);
        for (int i = low; i < count; i++) {
            changes.add(at(i));
        }
        return Optional.of(changes);
    }

    private Change at(int index) {
        Change change = ring[(first + index) % ring.length];
        if (change == null) {
            throw new IllegalStateException("no change at " + index);
        }
        return change;
    }

    private void grow() {
        @Nullable Change[] larger = new Change[Math.min(capacity, ring.length * 2)];
        for (int i = 0; i < count; i++) {
            larger[i] = at(i);
        }
        ring = larger;
        first = 0;
    }
}
