package io.trainyard.core.view;

import org.jspecify.annotations.Nullable;

/** Numbers as objects of Kubernetes have them. Pure. */
final class Numbers {
    private Numbers() {}

    static int orZero(@Nullable Integer number) {
        return number == null ? 0 : number;
    }

    /** A label's number; 0 where it has none that can be one. */
    static int ofText(@Nullable String text) {
        if (text == null || text.isEmpty() || text.length() > 9) {
            return 0;
        }
        return text.chars().allMatch(digit -> digit >= '0' && digit <= '9') ? Integer.parseInt(text) : 0;
    }
}
