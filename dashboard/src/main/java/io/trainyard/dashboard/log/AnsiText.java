package io.trainyard.dashboard.log;

import java.util.ArrayList;
import java.util.List;

/**
 * A line with codes for terminals, as pieces of text with classes. Only colours and the like are understood; whatever would move a cursor, set a
 * title or make a link is left out, and other control characters are shown as signs. The text may hold any markup: it is to be set as text.
 */
final class AnsiText {
    private static final char ESCAPE = 0x1B;
    private static final char CSI = 0x9B;
    private static final char BELL = 0x07;
    private static final char STRING_END = 0x9C;
    private static final int MAX_PIECES = 400;
    private static final int MAX_CODES = 32;
    private static final int MAX_CODE = 999;

    private final String line;
    private final List<Piece> pieces = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();
    private Style style;
    private int at;

    /**
     * Text of one look.
     *
     * @param classes names of classes, separated by spaces; empty for plain text
     */
    record Piece(String text, String classes) {}

    /**
     * What came of a line.
     *
     * @param after how the next line begins
     */
    record Result(List<Piece> pieces, Style after) {}

    private AnsiText(String line, Style style) {
        this.line = line;
        this.style = style;
    }

    static Result of(String line, Style style) {
        return new AnsiText(line, style).read();
    }

    private Result read() {
        while (at < line.length()) {
            char c = line.charAt(at++);
            if (c == ESCAPE) {
                escape();
            } else if (c == CSI) {
                control();
            } else if (c == 0x90 || c == 0x9D || c == 0x9E || c == 0x9F || c == 0x98) {
                string();
            } else {
                text.append(shown(c));
            }
        }
        flush();
        return new Result(List.copyOf(pieces), style);
    }

    private void escape() {
        if (at == line.length()) {
            return;
        }
        char kind = line.charAt(at++);
        switch (kind) {
            case '[' -> control();
            case ']', 'P', 'X', '^', '_' -> string();
            case '(', ')', '*', '+', '#', '%', ' ' -> at = Math.min(at + 1, line.length());
            case ESCAPE -> at--;
            default -> {}
        }
    }

    /** Up to its final letter; a control character inside ends it, as in terminals. */
    private void control() {
        List<Integer> codes = new ArrayList<>();
        int code = 0;
        boolean ours = true;
        while (at < line.length()) {
            char c = line.charAt(at++);
            if (c >= '0' && c <= '9') {
                code = Math.min(MAX_CODE, 10 * code + (c - '0'));
            } else if (c == ';' || c == ':') {
                add(codes, code);
                code = 0;
            } else if (c >= 0x20 && c <= 0x3F) {
                ours = false;
            } else {
                if (c == 'm' && ours) {
                    add(codes, code);
                    change(style.with(codes));
                } else if (c < 0x20) {
                    at--;
                }
                return;
            }
        }
    }

    private static void add(List<Integer> codes, int code) {
        if (codes.size() < MAX_CODES) {
            codes.add(code);
        }
    }

    /** A title, a link or the like, up to its end. */
    private void string() {
        while (at < line.length()) {
            char c = line.charAt(at++);
            if (c == BELL || c == STRING_END) {
                return;
            }
            if (c == ESCAPE) {
                if (at < line.length() && line.charAt(at) == '\\') {
                    at++;
                } else {
                    at--;
                }
                return;
            }
        }
    }

    private void change(Style next) {
        if (!next.equals(style) && pieces.size() < MAX_PIECES) {
            flush();
            style = next;
        }
    }

    private void flush() {
        if (text.length() > 0) {
            pieces.add(new Piece(text.toString(), style.classes()));
            text.setLength(0);
        }
    }

    private static char shown(char c) {
        if (c == '\t') {
            return c;
        }
        if (c < 0x20) {
            return (char) (0x2400 + c);
        }
        if (c == 0x7F) {
            return '\u2421';
        }
        if ((c < 0xA0 && c > 0x7F) || reorders(c)) {
            return '\uFFFD';
        }
        return c;
    }

    /** Characters that change the order in which others are shown, so that a line reads as something else; and breaks of lines. */
    private static boolean reorders(char c) {
        return (c >= 0x202A && c <= 0x202E)
                || (c >= 0x2066 && c <= 0x2069)
                || c == 0x2028
                || c == 0x2029
                || c == 0xFEFF;
    }
}
