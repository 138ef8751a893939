package io.trainyard.launcher.submit;

import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Makes lines of the parts in which a log arrives, each of which begins with its time as the API server writes it. Not for several threads. */
final class LogLines {
    private Buffer rest = Buffer.buffer();

    /** The lines that are complete with this part, without their times. */
    List<String> add(Buffer part) {
        Buffer all = rest.copy().appendBuffer(part);
        List<String> lines = new ArrayList<>();
        int start = 0;
        for (int i = 0; i < all.length(); i++) {
            if (all.getByte(i) == '\n') {
                lines.add(text(all, start, i));
                start = i + 1;
            }
        }
        rest = all.getBuffer(start, all.length());
        return lines;
    }

    /** The last line, where it has no end. */
    List<String> end() {
        Buffer last = rest;
        rest = Buffer.buffer();
        return last.length() == 0 ? List.of() : List.of(text(last, 0, last.length()));
    }

    private static String text(Buffer buffer, int start, int end) {
        String line = buffer.getBuffer(start, end).toString(StandardCharsets.UTF_8);
        int space = line.indexOf(' ');
        return space < 0 ? "" : line.substring(space + 1);
    }
}
