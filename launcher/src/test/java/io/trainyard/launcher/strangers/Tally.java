package io.trainyard.launcher.strangers;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What a stranger has done so far. For one thread; its text goes from process to process. */
final class Tally {
    static final String OPENED = "opened";
    static final String OPEN = "open";
    static final String REFUSED = "refused";
    static final String ANSWERED = "answered";
    static final String DONE = "done";

    private final Map<String, Integer> numbers = new TreeMap<>();

    void add(String what, int number) {
        numbers.merge(what, number, Integer::sum);
    }

    int of(String what) {
        return numbers.getOrDefault(what, 0);
    }

    /** Reads what {@link #toString} wrote; a line that is something else is empty. */
    static Tally of(Iterable<String> words) {
        Tally tally = new Tally();
        for (String word : words) {
            int sign = word.indexOf('=');
            if (sign > 0 && word.substring(sign + 1).chars().allMatch(Character::isDigit)) {
                tally.add(word.substring(0, sign), Integer.parseInt(word.substring(sign + 1)));
            }
        }
        return tally;
    }

    @Override
    public String toString() {
        return numbers.entrySet().stream()
                .map(each -> each.getKey() + "=" + each.getValue())
                .collect(Collectors.joining(" "));
    }
}
