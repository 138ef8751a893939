package io.trainyard.launcher.submit;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which lines of a log were seen, so that a log that is read on after its connection has broken repeats none. API servers send lines from a time on, some
 * of them from the begin of its second. Not for several threads.
 */
final class SeenLines {
    private @Nullable Instant last;

    /** How many lines of the last time were seen, and how many of them have come again. */
    private int ofLast;

    private int again;

    private boolean repeating;

    /** A connection begins: from when on to read; empty for all. */
    Optional<Instant> begin() {
        again = 0;
        repeating = last != null;
        return Optional.ofNullable(last);
    }

    /** Takes the next line of the connection; false when it was seen before. */
    boolean isNew(LogLines.Line line) {
        if (line.time().isEmpty()) {
            return true;
        }
        Instant time = line.time().get();
        if (repeating && last != null) {
            if (time.isBefore(last)) {
                return false;
            }
            if (time.equals(last) && again < ofLast) {
                again++;
                return false;
            }
            repeating = false;
        }
        // The clock of a machine may be set back: what is written then is new, and the last time stays the latest.
        if (last == null || time.isAfter(last)) {
            last = time;
            ofLast = 1;
        } else if (time.equals(last)) {
            ofLast++;
        }
        return true;
    }
}
