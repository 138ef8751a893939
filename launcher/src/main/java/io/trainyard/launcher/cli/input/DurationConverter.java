package io.trainyard.launcher.cli.input;

import io.trainyard.core.config.GoDuration;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Durations of an option: those of Go, and days and weeks before them, such as {@code 7d} or {@code 1d12h}. */
public final class DurationConverter implements ITypeConverter<Duration> {
    private static final Pattern FORM = Pattern.compile("(?:(\\d{1,4})w)?(?:(\\d{1,5})d)?(.*)");

    @Override
    public Duration convert(String value) {
        Matcher matcher = FORM.matcher(value);
        if (!value.isEmpty() && matcher.matches()) {
            Duration days = Duration.ofDays(number(matcher.group(1)) * 7 + number(matcher.group(2)));
            String rest = matcher.group(3);
            Optional<Duration> more = rest.isEmpty() ? Optional.of(Duration.ZERO) : GoDuration.parse(rest);
            if (more.isPresent() && !more.get().isNegative()) {
                return days.plus(more.get());
            }
        }
        throw new TypeConversionException("must be a duration such as 90s, 10m, 2h or 7d, not '" + value + "'");
    }

    private static long number(@org.jspecify.annotations.Nullable String digits) {
        return digits == null ? 0 : Long.parseLong(digits);
    }
}
