package io.trainyard.dashboard.log;

import java.util.ArrayList;
import java.util.List;

/**
 * How a piece of text looks, as names of classes from a fixed list: {@code f0} to {@code f15} and {@code b0} to {@code b15} for the colours of text
 * and ground, {@code bold}, {@code dim}, {@code italic}, {@code underline}, {@code strike}.
 *
 * @param text colour 0 to 15; -1 for the usual one
 * @param ground as well
 */
record Style(
        int text,
        int ground,
        boolean bold,
        boolean dim,
        boolean italic,
        boolean underline,
        boolean strike,
        boolean inverse) {
    static final Style PLAIN = new Style(-1, -1, false, false, false, false, false, false);

    private static final int[][] PALETTE = {
        {0, 0, 0},
        {205, 49, 49},
        {13, 188, 121},
        {229, 229, 16},
        {36, 114, 200},
        {188, 63, 188},
        {17, 168, 205},
        {229, 229, 229},
        {102, 102, 102},
        {241, 76, 76},
        {35, 209, 139},
        {245, 245, 67},
        {59, 142, 234},
        {214, 112, 214},
        {41, 184, 219},
        {255, 255, 255}
    };

    /** After one more sequence of codes, as terminals understand them; unknown codes change nothing. */
    Style with(List<Integer> codes) {
        Style style = this;
        for (int i = 0; i < codes.size(); i++) {
            int code = codes.get(i);
            if (code == 38 || code == 48) {
                int colour = extended(codes, i);
                i += taken(codes, i);
                if (colour >= 0) {
                    style = code == 38 ? style.text(colour) : style.ground(colour);
                }
            } else {
                style = style.with(code);
            }
        }
        return style;
    }

    private Style with(int code) {
        if (code >= 30 && code <= 37) {
            return text(code - 30);
        }
        if (code >= 90 && code <= 97) {
            return text(code - 90 + 8);
        }
        if (code >= 40 && code <= 47) {
            return ground(code - 40);
        }
        if (code >= 100 && code <= 107) {
            return ground(code - 100 + 8);
        }
        return switch (code) {
            case 0 -> PLAIN;
            case 1 -> new Style(text, ground, true, dim, italic, underline, strike, inverse);
            case 2 -> new Style(text, ground, bold, true, italic, underline, strike, inverse);
            case 3 -> new Style(text, ground, bold, dim, true, underline, strike, inverse);
            case 4 -> new Style(text, ground, bold, dim, italic, true, strike, inverse);
            case 7 -> new Style(text, ground, bold, dim, italic, underline, strike, true);
            case 9 -> new Style(text, ground, bold, dim, italic, underline, true, inverse);
            case 22 -> new Style(text, ground, false, false, italic, underline, strike, inverse);
            case 23 -> new Style(text, ground, bold, dim, false, underline, strike, inverse);
            case 24 -> new Style(text, ground, bold, dim, italic, false, strike, inverse);
            case 27 -> new Style(text, ground, bold, dim, italic, underline, strike, false);
            case 29 -> new Style(text, ground, bold, dim, italic, underline, false, inverse);
            case 39 -> text(-1);
            case 49 -> ground(-1);
            default -> this;
        };
    }

    private Style text(int colour) {
        return new Style(colour, ground, bold, dim, italic, underline, strike, inverse);
    }

    private Style ground(int colour) {
        return new Style(text, colour, bold, dim, italic, underline, strike, inverse);
    }

    private static int taken(List<Integer> codes, int at) {
        int kind = at + 1 < codes.size() ? codes.get(at + 1) : -1;
        return kind == 5 ? 2 : kind == 2 ? 4 : 1;
    }

    /** The nearest of our sixteen to one of many colours; -1 when the sequence is not complete. */
    private static int extended(List<Integer> codes, int at) {
        int kind = at + 1 < codes.size() ? codes.get(at + 1) : -1;
        if (kind == 5 && at + 2 < codes.size()) {
            return indexed(codes.get(at + 2));
        }
        if (kind == 2 && at + 4 < codes.size()) {
            return nearest(codes.get(at + 2), codes.get(at + 3), codes.get(at + 4));
        }
        return -1;
    }

    private static int indexed(int index) {
        if (index < 16) {
            return index;
        }
        if (index >= 232) {
            int grey = 8 + 10 * Math.min(index - 232, 23);
            return nearest(grey, grey, grey);
        }
        int cube = index - 16;
        return nearest(level(cube / 36), level(cube / 6 % 6), level(cube % 6));
    }

    private static int level(int step) {
        return step == 0 ? 0 : 55 + 40 * step;
    }

    private static int nearest(int red, int green, int blue) {
        int best = 0;
        long least = Long.MAX_VALUE;
        for (int i = 0; i < PALETTE.length; i++) {
            long distance = square(PALETTE[i][0] - red) + square(PALETTE[i][1] - green) + square(PALETTE[i][2] - blue);
            if (distance < least) {
                least = distance;
                best = i;
            }
        }
        return best;
    }

    private static long square(long value) {
        return value * value;
    }

    /** The names of classes, separated by spaces; empty for plain text. */
    String classes() {
        List<String> names = new ArrayList<>();
        int front = inverse ? (ground < 0 ? 0 : ground) : text;
        int back = inverse ? (text < 0 ? 7 : text) : ground;
        if (front >= 0) {
            names.add("f" + front);
        }
        if (back >= 0) {
            names.add("b" + back);
        }
        add(names, bold, "bold");
        add(names, dim, "dim");
        add(names, italic, "italic");
        add(names, underline, "underline");
        add(names, strike, "strike");
        return String.join(" ", names);
    }

    private static void add(List<String> names, boolean on, String name) {
        if (on) {
            names.add(name);
        }
    }
}
