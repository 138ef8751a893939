package io.trainyard.spi.framework;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;

/** Finds {@code $(NAME)} as Kubernetes does: {@code $$} is an escaped dollar, and what is not closed is plain text. Pure. */
public final class VariableReferences {
    private VariableReferences() {}

    /** Names that these texts refer to, in order of appearance. */
    public static Set<String> in(Collection<String> texts) {
        Set<String> names = new LinkedHashSet<>();
        texts.forEach(text -> collect(text, names));
        return names;
    }

    private static void collect(String text, Set<String> names) {
        int position = text.indexOf('$');
        while (position >= 0 && position + 1 < text.length()) {
            int next = position + 1;
            switch (text.charAt(next)) {
                case '$' -> next++;
                case '(' -> {
                    int end = text.indexOf(')', next);
                    if (end > 0) {
                        names.add(text.substring(next + 1, end));
                        next = end + 1;
                    }
                }
                default -> {
                    // A dollar on its own.
                }
            }
            position = text.indexOf('$', next);
        }
    }
}
