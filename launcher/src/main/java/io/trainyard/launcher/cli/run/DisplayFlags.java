package io.trainyard.launcher.cli.run;

import static io.trainyard.launcher.cli.process.CommandException.wrong;

import io.trainyard.foundation.regex.LinearPattern;
import io.trainyard.launcher.cli.input.ColorChoice;
import io.trainyard.launcher.cli.input.PortNumber;
import io.trainyard.launcher.cli.process.Environment;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Optional;
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
            names = {"-v", "--verbose"},
            description = "Of a program, too, show pods, Jobs and a table, as of TrainJobs of a file.")
    private boolean verbose;

    @Option(
            names = "--follow",
            paramLabel = "NODE|rank:N|all|none",
            defaultValue = "0",
            converter = FollowConverter.class,
            description = "The node, or with rank:N the process, whose output is shown (${DEFAULT-VALUE}).")
    private LocalRun.Follow follow = LocalRun.Follow.NONE;

    /** Older scripts ask for what is always so. */
    @Option(names = "--all-lines", hidden = true)
    void showAllLines(boolean ignored) {}

    @Option(names = "--color", paramLabel = "WHEN", description = ColorChoice.DESCRIPTION)
    private ColorChoice color = ColorChoice.auto;

    @Option(
            names = "--progress-pattern",
            paramLabel = "REGEX",
            converter = PatternConverter.class,
            description =
                    "How the program reports progress: one group with a percentage, or two groups, done and total. "
                            + "Without it, 45%%, epoch 3/10 and the like are understood.")
    private @Nullable LinearPattern pattern;

    @Option(names = "--open", description = "Open the live page of the run in the browser, if there is one.")
    private boolean open;

    @Option(names = "--no-page", description = "Without the live page whose address is printed at the start.")
    private boolean noPage;

    @Option(
            names = "--page-port",
            paramLabel = "PORT",
            defaultValue = "0",
            description = "Port of the live page on 127.0.0.1; any free one without it.")
    private int pagePort;

    /** What is printed. */
    enum Output {
        text,
        json,
        quiet
    }

    /** Whose output is shown. */
    LocalRun.Follow follow() {
        return follow;
    }

    /**
     * What the user wants to see.
     *
     * @param program whether programs of his own run
     * @param onePod whether there is one pod at most
     */
    LocalRun.Display display(Environment environment, boolean program, boolean onePod) {
        LocalRun.Format format =
                switch (output) {
                    case json -> LocalRun.Format.JSON;
                    case quiet -> LocalRun.Format.QUIET;
                    case text -> text(environment, program, onePod);
                };
        return new LocalRun.Display(
                environment.out(),
                environment.err(),
                format,
                follow,
                Optional.ofNullable(pattern),
                environment.debug(),
                page(format),
                color.isOn(environment));
    }

    private LocalRun.Format text(Environment environment, boolean program, boolean onePod) {
        if (program && !verbose) {
            return onePod && follow.includes(0, Optional.empty()) ? LocalRun.Format.CONSOLE : LocalRun.Format.PROGRAM;
        }
        return environment.terminal() ? LocalRun.Format.LIVE : LocalRun.Format.LINES;
    }

    /** Nobody would find a page whose address is not printed. */
    private LocalRun.Page page(LocalRun.Format format) {
        if (noPage && open) {
            throw wrong("--open: with --no-page there is nothing to open");
        }
        PortNumber.of("--page-port", pagePort);
        boolean shown = !noPage && (format != LocalRun.Format.QUIET || open);
        if (!shown) {
            return LocalRun.Page.NONE;
        }
        return new LocalRun.Page(true, open, pagePort == 0 && format.isOfPrograms() ? freePort() : pagePort);
    }

    /** Its address is told before it is there. */
    private static int freePort() {
        try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return probe.getLocalPort();
        } catch (IOException none) {
            return 0;
        }
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
                return new LocalRun.Follow(Optional.of(Long.parseLong(value)), Optional.empty(), false);
            }
            if (value.matches("rank:\\d{1,9}")) {
                return new LocalRun.Follow(Optional.empty(), Optional.of(Long.parseLong(value.substring(5))), false);
            }
            throw new TypeConversionException("must be the number of a node, rank:N, all or none, not '" + value + "'");
        }
    }

    static final class PatternConverter implements ITypeConverter<LinearPattern> {
        @Override
        public LinearPattern convert(String value) {
            try {
                return LinearPattern.compile(value);
            } catch (IllegalArgumentException wrong) {
                throw new TypeConversionException("is no regular expression: " + wrong.getMessage());
            }
        }
    }
}
