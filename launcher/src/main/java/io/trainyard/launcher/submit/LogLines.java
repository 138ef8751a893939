package io.trainyard.launcher.submit;

import io.trainyard.dashboard.log.LineSplitter;
import io.trainyard.foundation.time.Rfc3339;
import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Makes lines of the parts in which a log arrives, each of which begins with its time as the API server writes it. Lines are as a terminal shows them, so that a progress
 * bar without an end takes no more memory than one of its states. Not for several threads.
 */
final class LogLines {
    /** Longer than what anybody reads on a terminal. */
    private static final int MAX_LINE = 64 << 10;

    private final LineSplitter splitter = new LineSplitter(MAX_LINE);

    /**
     * A line.
     *
     * @param time when it was written; empty for what the log itself has to say
     */
    record Line(Optional<Instant> time, String text) {}

    /** The lines that are complete with this part. */
    List<Line> add(Buffer part) {
        return splitter.add(part).stream().map(LogLines::line).toList();
    }

    /** The last line, where it has no end. */
    List<Line> end() {
        return splitter.end().stream().map(LogLines::line).toList();
    }

    private static Line line(LineSplitter.Line split) {
        String line = split.text() + (split.lost() == 0 ? "" : " … " + split.lost() + " bytes more");
        int space = line.indexOf(' ');
        Optional<Instant> time = Rfc3339.parse(space < 0 ? line : line.substring(0, space));
        // A node may say something else instead of a log.
        return new Line(time, time.isEmpty() ? line : space < 0 ? "" : line.substring(space + 1));
    }
}
