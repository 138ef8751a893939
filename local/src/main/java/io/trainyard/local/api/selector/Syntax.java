package io.trainyard.local.api.selector;

import io.trainyard.foundation.regex.LinearPattern;
import io.trainyard.local.api.resource.NameRule;
import java.util.ArrayList;
import java.util.List;

/** The syntax of label keys and values. */
public final class Syntax {
    private static final LinearPattern NAME = LinearPattern.of("([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]");

    private static final int MAX_LENGTH = 63;
    private static final String NAME_WORDS =
            "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an "
                    + "alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '"
                    + NAME
                    + "')";
    private static final String VALUE_WORDS =
            "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an "
                    + "alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '("
                    + NAME + ")?')";

    private Syntax() {}

    /** What is wrong with a label key, in the words that Kubernetes has for each mistake; empty when nothing is. */
    public static List<String> problemsOfLabelKey(String key) {
        List<String> problems = new ArrayList<>();
        String[] parts = key.split("/", -1);
        if (parts.length > 2) {
            return List.of("a qualified name " + NAME_WORDS
                    + " with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')");
        }
        if (parts.length == 2) {
            if (parts[0].isEmpty()) {
                problems.add("prefix part must be non-empty");
            } else {
                NameRule.SUBDOMAIN.problemOf(parts[0]).ifPresent(problem -> problems.add("prefix part " + problem));
            }
        }
        String name = parts[parts.length - 1];
        if (name.isEmpty()) {
            problems.add("name part must be non-empty");
        } else if (name.length() > MAX_LENGTH) {
            problems.add("name part must be no more than " + MAX_LENGTH + " characters");
        }
        if (!NAME.matches(name)) {
            problems.add("name part " + NAME_WORDS);
        }
        return problems;
    }

    /** What is wrong with the value of a label, likewise. */
    public static List<String> problemsOfLabelValue(String value) {
        List<String> problems = new ArrayList<>();
        if (value.length() > MAX_LENGTH) {
            problems.add("must be no more than " + MAX_LENGTH + " characters");
        }
        if (!value.isEmpty() && !NAME.matches(value)) {
            problems.add(VALUE_WORDS);
        }
        return problems;
    }

    static String labelKey(String key) {
        return valid(key, problemsOfLabelKey(key));
    }

    static String labelValue(String value) {
        return valid(value, problemsOfLabelValue(value));
    }

    private static String valid(String text, List<String> problems) {
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(
                    "unable to parse requirement: \"" + text + "\": " + String.join("; ", problems));
        }
        return text;
    }
}
