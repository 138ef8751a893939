package io.trainyard.local.api.selector;

import com.google.re2j.Matcher;
import io.trainyard.foundation.regex.LinearPattern;
import io.trainyard.local.api.resource.ResourceType;
import io.trainyard.local.api.store.StoredObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Which objects a request means: those that satisfy all requirements on their labels and fields. Immutable. */
public record Selection(List<Requirement> labels, List<Requirement> fieldRequirements) {
    /** Selects everything. */
    public static final Selection EVERYTHING = new Selection(List.of(), List.of());

    private static final String WORD = "([^=!,()<>\\s]*)";
    private static final LinearPattern LABEL =
            LinearPattern.of("\\s*(?:!\\s*" + WORD + "|" + WORD + "(?:\\s*(==?|!=)\\s*" + WORD
                    + "|\\s*([<>])\\s*(-?\\d{1,18})|\\s+(in|notin)\\s*\\(([^()]*)\\))?)\\s*(?:,|$)");
    private static final LinearPattern FIELD = LinearPattern.of("([^=!]*)(==?|!=)([^=]*)");

    /**
     * Reads the text forms, such as {@code a=b,c in (d,e),!f} of labels and {@code spec.nodeName=a,status.phase!=Running} of fields; empty
     * selects everything.
     *
     * @throws IllegalArgumentException when a text is none; the message says where
     */
    public static Selection parse(String labelSelector, String fieldSelector) {
        return labelSelector.isBlank() && fieldSelector.isEmpty()
                ? EVERYTHING
                : new Selection(labels(labelSelector), fields(fieldSelector));
    }

    private static List<Requirement> labels(String text) {
        List<Requirement> requirements = new ArrayList<>();
        Matcher term = LABEL.matcher(text);
        for (int position = 0; !text.isBlank() && position < text.length(); position = term.end()) {
            if (!term.find(position)
                    || term.start() != position
                    || text.stripTrailing().endsWith(",")) {
                throw new IllegalArgumentException(
                        "unable to parse requirement: \"" + text + "\" from \"" + text.substring(position) + "\" on");
            }
            requirements.add(label(term));
        }
        return requirements;
    }

    private static Requirement label(Matcher term) {
        if (term.group(1) != null) {
            return new Requirement(Syntax.labelKey(term.group(1)), "!", List.of());
        }
        String key = Syntax.labelKey(term.group(2));
        if (term.group(3) != null) {
            return new Requirement(key, term.group(3), List.of(Syntax.labelValue(term.group(4))));
        }
        if (term.group(5) != null) {
            return new Requirement(key, term.group(5), List.of(term.group(6)));
        }
        if (term.group(7) != null) {
            Stream<String> values = Stream.of(term.group(8).split(",", -1)).map(String::strip);
            return new Requirement(
                    key, term.group(7), values.map(Syntax::labelValue).toList());
        }
        return new Requirement(key, "", List.of());
    }

    private static List<Requirement> fields(String text) {
        List<Requirement> requirements = new ArrayList<>();
        for (String part : text.split(",")) {
            Matcher term = FIELD.matcher(part);
            if (term.matches()) {
                requirements.add(new Requirement(term.group(1), term.group(2), List.of(term.group(3))));
            } else if (!part.isEmpty()) {
                throw new IllegalArgumentException("invalid selector: '" + text + "'; can't understand '" + part + "'");
            }
        }
        return requirements;
    }

    /** The names of the fields that are looked at. */
    public List<String> fields() {
        return fieldRequirements.stream().map(Requirement::key).toList();
    }

    /** Whether it selects an object of a kind. */
    public boolean selects(ResourceType type, StoredObject object) {
        Map<String, Object> present = object.labels();
        return labels.stream().allMatch(each -> each.holds(present.get(each.key())))
                && fieldRequirements.stream().allMatch(each -> each.holds(type.fieldOf(object.tree(), each.key())));
    }
}
