package io.trainyard.launcher.cli.controller;

import io.trainyard.launcher.logging.LogEncoding;
import io.trainyard.launcher.logging.LogOptions;
import io.trainyard.launcher.logging.StackTraces;
import io.trainyard.launcher.logging.TimeEncoding;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** How the controller logs. */
final class LogFlags {
    @Option(
            names = "--zap-log-level",
            paramLabel = "LEVEL",
            converter = LevelConverter.class,
            description = "debug, info, error, panic, or a number: 0 is info, 1 to 3 debug, more is trace.")
    private @Nullable Level level;

    @Option(
            names = "--zap-devel",
            paramLabel = "BOOL",
            converter = GoFlags.BooleanConverter.class,
            arity = "1",
            description = "Log for people: console format, debug level, stack traces from warnings on.")
    private @Nullable Boolean devel;

    @Option(names = "--zap-encoder", paramLabel = "FORMAT", description = "json or console.")
    private @Nullable LogEncoding encoding;

    @Option(
            names = "--zap-stacktrace-level",
            paramLabel = "LEVEL",
            description = "From which level on stack traces are logged: info, error or panic.")
    private @Nullable StackTraces stackTraces;

    @Option(
            names = "--zap-time-encoding",
            paramLabel = "FORMAT",
            description = "epoch, millis, nano, iso8601, rfc3339 or rfc3339nano.")
    private @Nullable TimeEncoding timeEncoding;

    /** What was given, over the defaults of the mode. */
    LogOptions options() {
        LogOptions mode = Boolean.TRUE.equals(devel) ? LogOptions.DEVELOPMENT : LogOptions.PRODUCTION;
        return new LogOptions(
                level == null ? mode.level() : level,
                encoding == null ? mode.encoding() : encoding,
                stackTraces == null ? mode.stackTraces() : stackTraces,
                timeEncoding == null ? mode.timeEncoding() : timeEncoding);
    }

    /** Levels by name, or verbosity by number. We have no level above error, so panic means error. */
    static final class LevelConverter implements ITypeConverter<Level> {
        @Override
        public Level convert(String value) {
            return switch (value.toLowerCase(Locale.ROOT)) {
                case "debug" -> Level.DEBUG;
                case "info" -> Level.INFO;
                case "error", "panic" -> Level.ERROR;
                default -> byNumber(value);
            };
        }

        private static Level byNumber(String value) {
            if (value.isEmpty() || value.length() > 9 || !value.chars().allMatch(c -> c >= '0' && c <= '9')) {
                throw new TypeConversionException("must be debug, info, error, panic or a number, not '" + value + "'");
            }
            int verbosity = Integer.parseInt(value);
            return verbosity == 0 ? Level.INFO : verbosity <= 3 ? Level.DEBUG : Level.TRACE;
        }
    }
}
