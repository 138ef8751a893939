package io.trainyard.core.why;

import com.google.re2j.Matcher;
import io.trainyard.foundation.regex.LinearPattern;
import io.trainyard.foundation.regex.PlainText;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which constraint of a pod removes how many machines, as the scheduler says.
 *
 * @param suitable machines that would do
 * @param total machines that there are
 * @param constraints those that remove most first, but the pod's own selector last
 */
record NodeConstraints(int suitable, int total, List<Constraint> constraints) {
    private static final String SELECTED = "labels that do not match the pod's node selector or affinity";
    private static final String UNTOLERATED = "taints that the pod does not tolerate";
    private static final LinearPattern WHOLE = LinearPattern.of(
            "(?s)(\\d{1,7})/(\\d{1,7}) nodes are available:? (.*?)(?:\\.\\s+(?:[A-Za-z ]+, )?preemption:.*)?\\.?$");
    private static final LinearPattern PART = LinearPattern.of("(?s)(\\d{1,7}) (.+)");
    private static final LinearPattern NEXT_PART = LinearPattern.of(", (\\d+ )");
    private static final LinearPattern TAINT =
            LinearPattern.of("untolerated taint(?:\\(s\\))? ?\\{([^:}]+): ?([^}]*)\\}");
    private static final LinearPattern INSUFFICIENT = LinearPattern.of("Insufficient (\\S+)");

    /**
     * One reason.
     *
     * @param nodes how many machines it removes
     * @param words what is wrong with them, in words that follow the number
     * @param resource the resource of which they have too little; empty for another reason
     */
    record Constraint(int nodes, String words, Optional<String> resource) {
        /** True for machines that the pod's own selector leaves out. */
        boolean isSelected() {
            return words.equals(SELECTED);
        }

        /** True for machines with taints that the scheduler does not name. */
        boolean isOfUnnamedTaints() {
            return words.equals(UNTOLERATED);
        }
    }

    NodeConstraints {
        constraints = List.copyOf(constraints);
    }

    /** Reads the scheduler's message; empty when it is of another form. */
    static Optional<NodeConstraints> of(String message) {
        Matcher whole = WHOLE.matcher(message.strip());
        if (!whole.find()) {
            return Optional.empty();
        }
        List<Constraint> constraints = Stream.of(
                        NEXT_PART.replaceAll(whole.group(3), "\0$1").split("\0"))
                .map(PART::matcher)
                .filter(Matcher::matches)
                .map(part -> constraint(
                        Integer.parseInt(part.group(1)), part.group(2).strip()))
                // What the pod itself asks for is meant so, unless nothing is left.
                .sorted(Comparator.comparing(Constraint::isSelected)
                        .thenComparing(
                                Comparator.comparingInt(Constraint::nodes).reversed()))
                .toList();
        if (constraints.isEmpty() && !whole.group(2).equals("0")) {
            return Optional.empty();
        }
        return Optional.of(
                new NodeConstraints(Integer.parseInt(whole.group(1)), Integer.parseInt(whole.group(2)), constraints));
    }

    private static Constraint constraint(int nodes, String text) {
        Matcher insufficient = INSUFFICIENT.matcher(text);
        if (insufficient.find()) {
            String resource = PlainText.withoutEnd(insufficient.group(1), ".,;");
            return new Constraint(nodes, "too little " + resource + " free", Optional.of(resource));
        }
        return new Constraint(nodes, words(text), Optional.empty());
    }

    private static String words(String text) {
        Matcher taint = TAINT.matcher(text);
        if (taint.find()) {
            String value = taint.group(2).strip();
            return "the taint " + taint.group(1).strip() + (value.isEmpty() ? "" : "=" + value)
                    + ", which the pod does not tolerate";
        }
        if (text.contains("untolerated taint")) {
            return UNTOLERATED;
        }
        if (text.contains("node affinity/selector")) {
            return SELECTED;
        }
        if (text.contains("anti-affinity")) {
            return "pods with which it must not share a machine";
        }
        if (text.contains("were unschedulable")) {
            return "been cordoned";
        }
        if (text.contains("volume node affinity")) {
            return "no access to its volume";
        }
        if (text.contains("free ports")) {
            return "a port that it needs in use";
        }
        if (text.startsWith("Too many pods")) {
            return "as many pods as they take";
        }
        return PlainText.withoutStart(PlainText.withoutStart(text, "node(s) "), "had ");
    }

    /** All of it as part of a sentence: {@code 3 have too little nvidia.com/gpu free, 2 have the taint ...}. */
    String sentence() {
        return constraints.stream()
                .map(constraint -> constraint.nodes() + verb(constraint) + constraint.words())
                .collect(Collectors.joining(", "));
    }

    private static String verb(Constraint constraint) {
        return constraint.words().startsWith("cannot ") ? " " : constraint.nodes() == 1 ? " has " : " have ";
    }
}
