package io.trainyard.launcher.run.progress;

import com.google.re2j.Matcher;
import io.trainyard.foundation.regex.LinearPattern;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds out of a line of output how far a program is.
 *
 * @param patterns the first that matches counts; one group is a percentage, two groups are "this many of so many"
 */
public record ProgressPattern(List<LinearPattern> patterns) {
    private static final int MAX_LINE_LENGTH = 1_000;
    private static final LinearPattern NUMBER = LinearPattern.of("\\d{1,12}(\\.\\d+)?");

    private static final String PERCENTAGE = "(?:^|[^\\d.])(\\d{1,3}(?:\\.\\d+)?) ?%";

    /** A percentage that says how good a model is, or how busy a machine. It has no group, and so no value. */
    private static final String QUALITY =
            "(?i:acc|accuracy|precision|recall|f1|top-?[15]|score|error|wer|cer|util|utilization|mem|memory|gpu|cpu)[^%|]{1,25}\\d{1,3}(?:\\.\\d+)? ?%";

    /** What programs usually write: {@code 45%}, {@code epoch 3/10}, {@code step 30 of 100}; of bars those first. */
    public static final ProgressPattern DEFAULT = new ProgressPattern(List.of(
            LinearPattern.of(PERCENTAGE + "\\|", "%"),
            LinearPattern.of(QUALITY + "|" + PERCENTAGE, "%"),
            LinearPattern.of(
                    "(?i)\\b(?:epoch|step|iteration|iter|batch)s?\\b[ \\[:=]{0,3}(\\d{1,9}) ?(?:/|of) ?(\\d{1,9})")));

    public ProgressPattern {
        patterns = List.copyOf(patterns);
    }

    /** The pattern that a user gave, and no other. */
    public static ProgressPattern of(LinearPattern pattern) {
        return new ProgressPattern(List.of(pattern));
    }

    /** The percentage that a line tells, 0 to 100. */
    public Optional<Integer> percentage(String line) {
        String text = line.length() > MAX_LINE_LENGTH ? line.substring(0, MAX_LINE_LENGTH) : line;
        for (LinearPattern pattern : patterns) {
            if (!pattern.isFoundIn(text)) {
                continue;
            }
            Matcher matcher = pattern.matcher(text);
            Optional<Integer> last = Optional.empty();
            while (matcher.find()) {
                Optional<Integer> found = value(matcher);
                last = found.isPresent() ? found : last;
            }
            if (last.isPresent()) {
                return last;
            }
        }
        return Optional.empty();
    }

    private static Optional<Integer> value(Matcher matcher) {
        Optional<Double> first = number(matcher.group(Math.min(1, matcher.groupCount())));
        Optional<Double> whole = matcher.groupCount() >= 2 ? number(matcher.group(2)) : Optional.of(100.0);
        return first.flatMap(part -> whole.map(all -> 100 * part / all))
                .filter(value -> value >= 0 && value <= 100)
                .map(Double::intValue);
    }

    /** A pattern of the user may match something else than a number, or leave a group out. */
    private static Optional<Double> number(@Nullable String text) {
        return text != null && NUMBER.matches(text) ? Optional.of(Double.valueOf(text)) : Optional.empty();
    }
}
