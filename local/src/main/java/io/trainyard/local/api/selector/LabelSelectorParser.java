package io.trainyard.local.api.selector;

import io.trainyard.local.api.selector.LabelSelector.Operator;
import io.trainyard.local.api.selector.LabelSelector.Requirement;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Reads one label selector, from left to right. */
final class LabelSelectorParser {
    private final String text;
    private int position;

    LabelSelectorParser(String text) {
        this.text = text;
    }

    LabelSelector parse() {
        List<Requirement> requirements = new ArrayList<>();
        do {
            requirements.add(requirement());
        } while (accept(","));
        if (!atEnd()) {
            throw failure("expected a comma or the end");
        }
        return new LabelSelector(requirements);
    }

    private Requirement requirement() {
        if (accept("!")) {
            return new Requirement(key(), Operator.ABSENT, Set.of());
        }
        String key = key();
        if (atEnd() || peek() == ',') {
            return new Requirement(key, Operator.EXISTS, Set.of());
        }
        if (accept("!=")) {
            return new Requirement(key, Operator.NOT_IN, Set.of(value()));
        }
        if (accept("==") || accept("=")) {
            return new Requirement(key, Operator.IN, Set.of(value()));
        }
        if (accept(">")) {
            return new Requirement(key, Operator.GREATER, Set.of(number()));
        }
        if (accept("<")) {
            return new Requirement(key, Operator.LESS, Set.of(number()));
        }
        String word = word();
        if (word.equals("in")) {
            return new Requirement(key, Operator.IN, values());
        }
        if (word.equals("notin")) {
            return new Requirement(key, Operator.NOT_IN, values());
        }
        throw failure("expected one of =, ==, !=, in, notin, >, <");
    }

    private String key() {
        String key = word();
        Syntax.requireLabelKey(key, text);
        return key;
    }

    private String value() {
        String value = word();
        Syntax.requireLabelValue(value, text);
        return value;
    }

    private String number() {
        String value = word();
        try {
            Long.parseLong(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "unable to parse requirement: \"" + value + "\" in \"" + text + "\" must be an integer", e);
        }
        return value;
    }

    private Set<String> values() {
        if (!accept("(")) {
            throw failure("expected '('");
        }
        Set<String> values = new LinkedHashSet<>();
        do {
            values.add(value());
        } while (accept(","));
        if (!accept(")")) {
            throw failure("expected ')'");
        }
        return values;
    }

    private String word() {
        skipSpace();
        int start = position;
        while (position < text.length() && "=!,()<> \t".indexOf(text.charAt(position)) < 0) {
            position++;
        }
        return text.substring(start, position);
    }

    private boolean accept(String token) {
        skipSpace();
        if (text.startsWith(token, position)) {
            position += token.length();
            return true;
        }
        return false;
    }

    private char peek() {
        return text.charAt(position);
    }

    private boolean atEnd() {
        skipSpace();
        return position >= text.length();
    }

    private void skipSpace() {
        while (position < text.length() && Character.isWhitespace(text.charAt(position))) {
            position++;
        }
    }

    private IllegalArgumentException failure(String expected) {
        return new IllegalArgumentException(
                "unable to parse requirement: \"" + text + "\": " + expected + " at character " + (position + 1));
    }
}
