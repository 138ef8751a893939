package io.trainyard.launcher.run.progress;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds out of a line of output how far a program is.
 *
 * @param patterns the first that matches counts; one group is a percentage, two groups are "this many of so many"
 */
public record ProgressPattern(List<Pattern> patterns) {
    private static final int MAX_LINE_LENGTH = 1_000;
    private static final Pattern NUMBER = Pattern.compile("\\d{1,12}(\\.\\d+)?");

    /** What stands before a percentage that says how good a model is, or how busy a machine. */
    private static final String QUALITY =
            "(?<!(?i:acc|accuracy|precision|recall|f1|top-?[15]|score|error|wer|cer|util|utilization|mem|memory|gpu|cpu)[^%|]{1,25})";

    /** What programs usually write: {@code 45%}, {@code epoch 3/10}, {@code step 30 of 100}; of bars those first. */
    public static final ProgressPattern DEFAULT = new ProgressPattern(List.of(
            Pattern.compile("(?<![\\d.])(\\d{1,3}(?:\\.\\d+)?) ?%\\|"),
            Pattern.compile("(?<![\\d.])(?=\\d)" + QUALITY + "(\\d{1,3}(?:\\.\\d+)?) ?%"),
            Pattern.compile(
                    "(?i)\\b(?:epoch|step|iteration|iter|batch)s?\\b[ \\[:=]{0,3}(\\d{1,9}) ?(?:/|of) ?(\\d{1,9})")));

    public ProgressPattern {
        patterns = List.copyOf(patterns);
    }

    /** The pattern that a user gave, and no other. */
    public static ProgressPattern of(Pattern pattern) {
        return new ProgressPattern(List.of(pattern));
    }

    /** The percentage that a line tells, 0 to 100. */
    public Optional<Integer> percentage(String line) {
        String text = line.length() > MAX_LINE_LENGTH ? line.substring(0, MAX_LINE_LENGTH) : line;
        for (Pattern pattern : patterns) {
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
        return text != null && NUMBER.matcher(text).matches() ? Optional.of(Double.valueOf(text)) : Optional.empty();
    }
}
