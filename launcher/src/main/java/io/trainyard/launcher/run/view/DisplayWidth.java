package io.trainyard.launcher.run.view;

import java.lang.Character.UnicodeBlock;
import java.util.Set;

/** How much room text takes on a terminal: letters of East Asia and pictures take two columns, accents that join a letter none. */
public final class DisplayWidth {
    /** Some of their characters are narrow: room that stays free does no harm, a line that is too long does. */
    private static final Set<UnicodeBlock> WIDE = Set.of(
            UnicodeBlock.CJK_SYMBOLS_AND_PUNCTUATION,
            UnicodeBlock.CJK_RADICALS_SUPPLEMENT,
            UnicodeBlock.CJK_COMPATIBILITY,
            UnicodeBlock.CJK_COMPATIBILITY_FORMS,
            UnicodeBlock.ENCLOSED_CJK_LETTERS_AND_MONTHS,
            UnicodeBlock.ENCLOSED_IDEOGRAPHIC_SUPPLEMENT,
            UnicodeBlock.BOPOMOFO,
            UnicodeBlock.HIRAGANA,
            UnicodeBlock.KATAKANA,
            UnicodeBlock.HANGUL_JAMO,
            UnicodeBlock.HANGUL_COMPATIBILITY_JAMO,
            UnicodeBlock.HANGUL_SYLLABLES,
            UnicodeBlock.YI_SYLLABLES,
            UnicodeBlock.SMALL_FORM_VARIANTS,
            UnicodeBlock.HALFWIDTH_AND_FULLWIDTH_FORMS,
            UnicodeBlock.EMOTICONS,
            UnicodeBlock.GEOMETRIC_SHAPES_EXTENDED,
            UnicodeBlock.MISCELLANEOUS_SYMBOLS_AND_PICTOGRAPHS,
            UnicodeBlock.SUPPLEMENTAL_SYMBOLS_AND_PICTOGRAPHS,
            UnicodeBlock.SYMBOLS_AND_PICTOGRAPHS_EXTENDED_A,
            UnicodeBlock.TRANSPORT_AND_MAP_SYMBOLS);
    /** Those that stand among narrow signs. */
    private static final String PICTURES = "⌚⌛⏩⏪⏫⏬⏰⏳◽◾☔☕♈♉♊♋♌♍♎♏♐♑♒♓♿⚓⚡⚪⚫⚽⚾⛄⛅⛎⛔⛪⛲⛳⛵⛺⛽✅✊✋✨❌❎❓❔❕❗➕➖➗➰➿⬛⬜⭐⭕";
    /** Makes a picture of the sign before it, which takes one column more then on many terminals. */
    private static final int AS_PICTURE = 0xFE0F;

    private DisplayWidth() {}

    /** Columns that a text without control characters takes. */
    public static int of(String text) {
        return text.codePoints().map(DisplayWidth::of).sum();
    }

    private static int of(int character) {
        if (character < 0x300) {
            return 1;
        }
        if (character == AS_PICTURE) {
            return 1;
        }
        int type = Character.getType(character);
        if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK || type == Character.FORMAT) {
            return 0;
        }
        UnicodeBlock block = UnicodeBlock.of(character);
        boolean wide = Character.isIdeographic(character)
                || (block != null && WIDE.contains(block))
                || PICTURES.indexOf(character) >= 0;
        return wide ? 2 : 1;
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
