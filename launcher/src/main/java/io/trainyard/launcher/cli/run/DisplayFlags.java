package io.trainyard.launcher.cli.run;

import io.trainyard.launcher.cli.process.Environment;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Flags of a local run that are about what the user sees. */
final class DisplayFlags {
    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "text, json (one object for each line) or quiet. Text is drawn live on a terminal.")
    private Output output = Output.text;

    @Option(
            names = "--follow",
            paramLabel = "RANK|all|none",
            defaultValue = "0",
            converter = FollowConverter.class,
            description = "The node whose output is shown (${DEFAULT-VALUE}).")
    private LocalRun.Follow follow = LocalRun.Follow.NONE;

    @Option(
            names = "--progress-pattern",
            paramLabel = "REGEX",
            converter = PatternConverter.class,
            description =
                    "How the program reports progress: one group with a percentage, or two groups, done and total. "
                            + "Without it, 45%%, epoch 3/10 and the like are understood.")
    private @Nullable Pattern pattern;

    /** What is printed. */
    enum Output {
        text,
        json,
        quiet
    }

    LocalRun.Display display(Environment environment) {
        LocalRun.Format format =
                switch (output) {
                    case json -> LocalRun.Format.JSON;
                    case quiet -> LocalRun.Format.QUIET;
                    case text -> environment.terminal() ? LocalRun.Format.LIVE : LocalRun.Format.LINES;
                };
        return new LocalRun.Display(
                environment.out(),
                environment.err(),
                format,
                follow,
                Optional.ofNullable(pattern),
                environment.debug());
    }

    static final class FollowConverter implements ITypeConverter<LocalRun.Follow> {
        @Override
        public LocalRun.Follow convert(String value) {
            if (value.equals("all")) {
                return LocalRun.Follow.ALL;
            }
            if (value.equals("none")) {
                return LocalRun.Follow.NONE;
            }
            if (value.matches("\\d{1,9}")) {
                return new LocalRun.Follow(Optional.of(Long.parseLong(value)), false);
            }
            throw new TypeConversionException("must be the number of a node, all or none, not '" + value + "'");
        }
    }

    static final class PatternConverter implements ITypeConverter<Pattern> {
        @Override
        public Pattern convert(String value) {
            try {
                return Pattern.compile(value);
            } catch (PatternSyntaxException wrong) {
                throw new TypeConversionException("is no regular expression: " + wrong.getDescription());
            }
        }
    }
}
