package io.trainyard.launcher.run;

import io.trainyard.launcher.cli.run.LocalRun;
import io.trainyard.launcher.run.progress.Change;
import io.trainyard.launcher.run.progress.RunState;
import io.trainyard.launcher.run.view.JsonLines;
import io.trainyard.launcher.run.view.TextLines;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import java.util.function.BiFunction;

/** One presenter for each format. */
final class Presenters {
    private Presenters() {}

    static Presenter of(LocalRun.Display display) {
        return switch (display.format()) {
            case LIVE -> new LivePresenter(display.out(), display.color());
            case LINES ->
                new Lines(display.out(), (state, change) -> TextLines.line(state.started(), change, display.color()));
            case JSON -> new Lines(display.out(), (state, change) -> JsonLines.line(change));
            case PROGRAM -> new Programs(display, true);
            case CONSOLE -> new Programs(display, false);
            case QUIET -> (state, changes, now) -> {};
        };
    }

    /**
     * Leaves the output to programs.
     *
     * @param printing whether their lines are written here
     */
    private record Programs(LocalRun.Display display, boolean printing) implements Presenter {
        @Override
        public void show(RunState state, List<Change> changes, Instant now) {
            for (Change change : changes) {
                switch (change.type()) {
                    case OUTPUT -> {
                        if (printing) {
                            display.out().println(output(state, change));
                        }
                    }
                    case WARNING, RUN -> display.err().println(TextLines.text(change));
                    default -> {}
                }
            }
            display.out().flush();
            display.err().flush();
        }

        /** Whose line it is need not be said where one node alone is shown. */
        private String output(RunState state, Change change) {
            return display.follow().all() ? TextLines.line(state.started(), change, display.color()) : change.message();
        }
    }

    /** Writes one line for each change, at once: somebody may be waiting for it at the other end of a pipe. */
    private record Lines(PrintWriter out, BiFunction<RunState, Change, String> format) implements Presenter {
        @Override
        public void show(RunState state, List<Change> changes, Instant now) {
            changes.forEach(change -> out.println(format.apply(state, change)));
            out.flush();
        }
    }
}
