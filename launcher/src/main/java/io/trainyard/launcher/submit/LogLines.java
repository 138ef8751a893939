package io.trainyard.launcher.submit;

import io.trainyard.foundation.time.Rfc3339;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Makes lines of the parts in which a log arrives, each of which begins with its time as the API server writes it. Not for several threads. */
final class LogLines {
    private Buffer rest = Buffer.buffer();

    /**
     * A line.
     *
     * @param time when it was written; empty for what the log itself has to say
     */
    record Line(Optional<Instant> time, String text) {}

    /** The lines that are complete with this part. */
    List<Line> add(Buffer part) {
        Buffer all = rest.copy().appendBuffer(part);
        List<Line> lines = new ArrayList<>();
        int start = 0;
        for (int i = 0; i < all.length(); i++) {
            if (all.getByte(i) == '\n') {
                lines.add(line(all, start, i));
                start = i + 1;
            }
        }
        rest = all.getBuffer(start, all.length());
        return lines;
    }

    /** The last line, where it has no end. */
    List<Line> end() {
        Buffer last = rest;
        rest = Buffer.buffer();
        return last.length() == 0 ? List.of() : List.of(line(last, 0, last.length()));
    }

    private static Line line(Buffer buffer, int start, int end) {
        String line = buffer.getBuffer(start, end).toString(StandardCharsets.UTF_8);
        int space = line.indexOf(' ');
        return space < 0
                ? new Line(Rfc3339.parse(line), "")
                : new Line(Rfc3339.parse(line.substring(0, space)), line.substring(space + 1));
    }
}
