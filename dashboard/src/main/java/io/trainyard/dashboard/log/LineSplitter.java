package io.trainyard.dashboard.log;

import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Bytes of a log into lines. Keeps no more of a line than a limit, however long it is; what a carriage return would overwrite on a terminal is
 * gone, so a progress bar is its last state, behind its time where it has one. Not thread-safe.
 */
public final class LineSplitter {
    /** Longer than what anybody reads; a line with a whole tensor in it is cut. */
    public static final int MAX_LINE = 16 * 1024;

    private final int maxLine;
    private byte[] line = new byte[256];
    private int length;
    private long lost;
    private boolean returned;

    /**
     * @param maxLine bytes of a line that are kept
     */
    public LineSplitter(int maxLine) {
        this.maxLine = maxLine;
    }

    /**
     * A line.
     *
     * @param text without its end; bytes that are no UTF-8 are replaced
     * @param lost how many bytes were cut off at its end
     */
    public record Line(String text, long lost) {}

    /** The lines that are complete with these bytes. */
    public List<Line> add(Buffer bytes) {
        List<Line> lines = new ArrayList<>();
        for (int i = 0; i < bytes.length(); i++) {
            add(bytes.getByte(i), lines);
        }
        return lines;
    }

    /** What is left when nothing more comes: one line or none. */
    public List<Line> end() {
        List<Line> lines = new ArrayList<>();
        if (length > 0 || lost > 0) {
            complete(lines);
        }
        return lines;
    }

    private void add(byte next, List<Line> lines) {
        if (next == '\n') {
            complete(lines);
            return;
        }
        if (next == '\r') {
            returned = true;
            return;
        }
        if (returned) {
            returned = false;
            length = timeLength();
            lost = 0;
        }
        if (length == maxLine) {
            lost++;
            return;
        }
        if (length == line.length) {
            line = Arrays.copyOf(line, Math.min(maxLine, 2 * length));
        }
        line[length++] = next;
    }

    /** The time before a line is not of the program, so the program does not overwrite it. */
    private int timeLength() {
        String begin =
                new String(line, 0, Math.min(length, TimedText.MAX_TIME_LENGTH + 1), StandardCharsets.ISO_8859_1);
        return TimedText.of(begin).at().isPresent() ? begin.indexOf(' ') + 1 : 0;
    }

    private void complete(List<Line> lines) {
        lines.add(new Line(new String(line, 0, wholeCharacters(), StandardCharsets.UTF_8), lost));
        length = 0;
        lost = 0;
        returned = false;
    }

    /** A cut may have gone through a character. */
    private int wholeCharacters() {
        if (lost == 0) {
            return length;
        }
        int end = length;
        while (end > 0 && length - end < 3 && (line[end - 1] & 0xC0) == 0x80) {
            end--;
        }
        boolean begun = end > 0 && (line[end - 1] & 0xC0) == 0xC0;
        return begun ? end - 1 : length;
    }
}
