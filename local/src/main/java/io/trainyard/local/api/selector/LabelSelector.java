package io.trainyard.local.api.selector;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which labels an object must have; all requirements must hold. Immutable. */
public final class LabelSelector {
    /** Matches everything. */
    public static final LabelSelector EVERYTHING = new LabelSelector(List.of());

    private final List<Requirement> requirements;

    LabelSelector(List<Requirement> requirements) {
        this.requirements = List.copyOf(requirements);
    }

    /**
     * Reads the text form, such as {@code a=b,c in (d,e),!f}; empty matches everything.
     *
     * @throws IllegalArgumentException when the text is none; the message says where
     */
    public static LabelSelector parse(String text) {
        return text.isBlank() ? EVERYTHING : new LabelSelectorParser(text).parse();
    }

    /** Whether labels (names to strings) satisfy all requirements. */
    public boolean matches(Map<String, Object> labels) {
        for (Requirement requirement : requirements) {
            if (!requirement.holds(labels)) {
                return false;
            }
        }
        return true;
    }

    /** True when every object matches. */
    public boolean isEverything() {
        return requirements.isEmpty();
    }

    /** What is asked of one label. */
    enum Operator {
        EXISTS,
        ABSENT,
        IN,
        NOT_IN,
        GREATER,
        LESS
    }

    record Requirement(String key, Operator operator, Set<String> values) {
        boolean holds(Map<String, Object> labels) {
            boolean present = labels.containsKey(key);
            Object value = labels.get(key);
            return switch (operator) {
                case EXISTS -> present;
                case ABSENT -> !present;
                case IN -> present && values.contains(value);
                case NOT_IN -> !present || !values.contains(value);
                case GREATER, LESS -> present && compares(value);
            };
        }

        private boolean compares(@Nullable Object value) {
            try {
                long actual = Long.parseLong(String.valueOf(value));
                long limit = Long.parseLong(values.iterator().next());
                return operator == Operator.GREATER ? actual > limit : actual < limit;
            } catch (NumberFormatException e) {
                // A label that is no number is neither greater nor less.
                return false;
            }
        }
    }
}
