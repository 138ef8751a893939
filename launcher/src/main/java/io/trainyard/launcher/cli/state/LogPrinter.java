package io.trainyard.launcher.cli.state;

import io.trainyard.launcher.cli.process.Environment;
import io.trainyard.launcher.cli.process.Pause;
import io.trainyard.launcher.run.folder.FollowedFile;
import io.trainyard.launcher.run.folder.LogFiles.LogFile;
import io.trainyard.launcher.run.output.RankMark;
import io.trainyard.launcher.run.view.RankColors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Prints lines of logs. Blocks.
 *
 * @param colored whether names of pods have the colours of their ranks
 */
record LogPrinter(Environment environment, boolean colored) {
    private static final Duration POLL_INTERVAL = Duration.ofMillis(200);

    /**
     * Prints a line.
     *
     * @param named whether the name of its pod stands before it
     */
    void print(LogFile file, String line, boolean named) {
        String who = file.pod() + " |";
        String shown = colored
                ? RankColors.paint(who, RankMark.of(line).rank().or(file::node).orElse(0L))
                : who;
        environment.out().println(named ? shown + " " + line : line);
    }

    /**
     * Prints what was written until now.
     *
     * @param tail only so many lines at the end; null for all
     * @param named whether the name of its pod stands before each line
     */
    void print(LogFile file, @Nullable Integer tail, boolean named) {
        try {
            FollowedFile content =
                    tail == null ? new FollowedFile(file.path()) : FollowedFile.ofLast(file.path(), Math.max(0, tail));
            content.read(true, line -> print(file, line, named));
        } catch (IOException unreadable) {
            throw new UncheckedIOException("cannot read " + file.path(), unreadable);
        }
    }

    /** Prints all that is written until the job has ended; new pods may come meanwhile. */
    void follow(LogSelection selection, boolean named) {
        follow(selection, named, (file, line) -> true, () -> {});
    }

    /**
     * The same of some lines only.
     *
     * @param shown which lines are printed
     * @param looked is done after each look at the logs
     */
    void follow(LogSelection selection, boolean named, BiPredicate<LogFile, String> shown, Runnable looked) {
        Map<Path, FollowedFile> followed = new LinkedHashMap<>();
        boolean over;
        do {
            over = !selection.job().isRunning();
            for (LogFile file : selection.chosen()) {
                read(followed.computeIfAbsent(file.path(), FollowedFile::new), over, line -> {
                    if (shown.test(file, line)) {
                        print(file, line, named);
                    }
                });
            }
            environment.out().flush();
            looked.run();
        } while (!over && Pause.of(POLL_INTERVAL));
    }

    /** Gives all lines of a log. */
    static void all(LogFile file, Consumer<String> lines) {
        read(new FollowedFile(file.path()), true, lines);
    }

    private static void read(FollowedFile file, boolean over, Consumer<String> lines) {
        try {
            file.read(over, lines);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(String.valueOf(unreadable.getMessage()), unreadable);
        }
    }
}
