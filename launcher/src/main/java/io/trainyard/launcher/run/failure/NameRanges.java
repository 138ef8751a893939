package io.trainyard.launcher.run.failure;

import io.trainyard.foundation.regex.PlainText;
import java.util.ArrayList;
import java.util.List;

/** Many names in few words: those that differ by a last number only become a range. */
public final class NameRanges {
    private NameRanges() {}

    /** Such as {@code node-0-1 to node-0-7, launcher-0-0}; names that follow each other in the list only. */
    public static String text(List<String> names) {
        List<String> parts = new ArrayList<>();
        int from = 0;
        while (from < names.size()) {
            int to = from;
            while (to + 1 < names.size() && follows(names.get(to), names.get(to + 1))) {
                to++;
            }
            parts.add(
                    to == from ? names.get(from) : names.get(from) + (to == from + 1 ? ", " : " to ") + names.get(to));
            from = to + 1;
        }
        return String.join(", ", parts);
    }

    private static boolean follows(String one, String next) {
        int dash = one.lastIndexOf('-') + 1;
        String beginning = one.substring(0, dash);
        String number = one.substring(dash);
        return PlainText.isNumber(number, 9) && next.equals(beginning + (Long.parseLong(number) + 1));
    }
}
