package io.trainyard.core.reconcile;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How large a tree is, without writing it. Pure. */
final class TreeLength {
    /** Quotes, a colon or comma, or a number. */
    private static final long MARKS = 4;

    private TreeLength() {}

    /** About how many characters it has as JSON: those of its names and texts, and a few for every other value. */
    static long of(@Nullable Object tree) {
        if (tree instanceof String text) {
            return text.length() + MARKS;
        }
        long sum = MARKS;
        if (tree instanceof Map<?, ?> map) {
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                sum += of(entry.getKey()) + of(entry.getValue());
            }
        } else if (tree instanceof List<?> list) {
            for (Object value : list) {
                sum += of(value);
            }
        }
        return sum;
    }
}
