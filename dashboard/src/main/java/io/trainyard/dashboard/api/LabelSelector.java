package io.trainyard.dashboard.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Labels that jobs must have, in the words of kubectl: {@code a=b}, {@code a==b}, {@code a!=b}, {@code a}, {@code !a}, separated by commas. */
final class LabelSelector {
    private final List<Requirement> requirements;

    private record Requirement(String label, String value, boolean anyValue, boolean equal) {
        boolean matches(Map<String, String> labels) {
            String actual = labels.get(label);
            boolean found = anyValue ? actual != null : value.equals(actual);
            return found == equal;
        }
    }

    private LabelSelector(List<Requirement> requirements) {
        this.requirements = requirements;
    }

    /** Reads one; empty text matches everything. */
    static LabelSelector of(String text) {
        List<Requirement> requirements = new ArrayList<>();
        for (String part : text.split(",")) {
            String term = part.strip();
            if (term.isEmpty()) {
                continue;
            }
            int unequal = term.indexOf("!=");
            int equal = term.indexOf('=');
            if (unequal > 0) {
                requirements.add(
                        requirement(text, term.substring(0, unequal), term.substring(unequal + 2), false, false));
            } else if (equal > 0) {
                String value = term.substring(equal + (term.startsWith("==", equal) ? 2 : 1));
                requirements.add(requirement(text, term.substring(0, equal), value, false, true));
            } else if (term.startsWith("!")) {
                requirements.add(requirement(text, term.substring(1), "", true, false));
            } else {
                requirements.add(requirement(text, term, "", true, true));
            }
        }
        return new LabelSelector(List.copyOf(requirements));
    }

    private static Requirement requirement(String text, String label, String value, boolean any, boolean equal) {
        String name = label.strip();
        if (name.isEmpty() || !name.chars().allMatch(LabelSelector::isPartOfName)) {
            throw ApiException.badRequest("labels: cannot read \"" + text + "\"; write it as team=vision,!done");
        }
        return new Requirement(name, value.strip(), any, equal);
    }

    private static boolean isPartOfName(int c) {
        return Character.isLetterOrDigit(c) || "-_./".indexOf(c) >= 0;
    }

    boolean matches(Map<String, String> labels) {
        return requirements.stream().allMatch(requirement -> requirement.matches(labels));
    }
}
