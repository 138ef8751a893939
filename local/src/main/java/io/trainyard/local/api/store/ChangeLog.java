package io.trainyard.local.api.store;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** The latest changes of one kind, oldest first; the oldest go when the log is full. */
final class ChangeLog {
    private static final int CAPACITY = 1000;

    private final Deque<Change> changes = new ArrayDeque<>();
    private long forgotten;

    void add(Change change) {
        changes.addLast(change);
        if (changes.size() > CAPACITY) {
            forgotten = changes.removeFirst().revision();
        }
    }

    void forget() {
        if (!changes.isEmpty()) {
            forgotten = changes.getLast().revision();
            changes.clear();
        }
    }

    /** What changed after a revision; empty when some of that is forgotten. */
    Optional<List<Change>> since(long revision) {
        return revision < forgotten
                ? Optional.empty()
                : Optional.of(changes.stream()
                        .filter(change -> change.revision() > revision)
                        .toList());
    }
}
