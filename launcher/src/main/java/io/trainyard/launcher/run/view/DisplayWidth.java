package io.trainyard.launcher.run.view;

import java.lang.Character.UnicodeBlock;
import java.util.Set;

/** How much room text takes on a terminal: letters of East Asia and pictures take two columns, accents that join a letter none. */
public final class DisplayWidth {
    private static final Set<UnicodeBlock> WIDE = Set.of(
            UnicodeBlock.CJK_SYMBOLS_AND_PUNCTUATION,
            UnicodeBlock.HIRAGANA,
            UnicodeBlock.KATAKANA,
            UnicodeBlock.HANGUL_SYLLABLES,
            UnicodeBlock.HALFWIDTH_AND_FULLWIDTH_FORMS,
            UnicodeBlock.EMOTICONS,
            UnicodeBlock.MISCELLANEOUS_SYMBOLS_AND_PICTOGRAPHS,
            UnicodeBlock.SUPPLEMENTAL_SYMBOLS_AND_PICTOGRAPHS,
            UnicodeBlock.TRANSPORT_AND_MAP_SYMBOLS);

    private DisplayWidth() {}

    /** Columns that a text without control characters takes. */
    public static int of(String text) {
        return text.codePoints().map(DisplayWidth::of).sum();
    }

    private static int of(int character) {
        if (character < 0x300) {
            return 1;
        }
        int type = Character.getType(character);
        if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK || type == Character.FORMAT) {
            return 0;
        }
        UnicodeBlock block = UnicodeBlock.of(character);
        return Character.isIdeographic(character) || (block != null && WIDE.contains(block)) ? 2 : 1;
    }

    /** The beginning of a text that fits, with three dots where something was left out; empty where there is no room for them. */
    public static String cut(String text, int columns) {
        // No character takes more than two columns.
        if (text.length() * 2 <= columns || of(text) <= columns) {
            return text;
        }
        if (columns < 4) {
            return "";
        }
        int room = columns - 3;
        int end = 0;
        while (end < text.length()) {
            int character = text.codePointAt(end);
            room -= of(character);
            if (room < 0) {
                break;
            }
            end += Character.charCount(character);
        }
        return text.substring(0, end) + "...";
    }
}
