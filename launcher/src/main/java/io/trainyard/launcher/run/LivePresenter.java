package io.trainyard.launcher.run;

import io.trainyard.launcher.cli.process.TerminalText;
import io.trainyard.launcher.run.progress.Change;
import io.trainyard.launcher.run.progress.RunState;
import io.trainyard.launcher.run.view.LiveView;
import io.trainyard.launcher.run.view.TextLines;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;

/** Draws the state at the bottom of a terminal again and again; output and warnings scroll by above it. */
final class LivePresenter implements Presenter {
    /** The terminal leaves out what is wider than it, as a line of signs that take two columns may be: the lines below would be drawn in the wrong place. */
    private static final String NO_WRAP = "\u001b[?7l";

    private static final String WRAP = "\u001b[?7h";

    private final PrintWriter out;
    private final Terminal terminal = new Terminal();
    private final boolean color;
    private int drawn;

    LivePresenter(PrintWriter out, boolean color) {
        this.out = out;
        this.color = color;
    }

    @Override
    public void show(RunState state, List<Change> changes, Instant now) {
        List<Change> lasting = changes.stream()
                .filter(change -> change.type() == Change.Type.OUTPUT
                        || change.type() == Change.Type.WARNING
                        || change.type() == Change.Type.RUN)
                .toList();
        if (!lasting.isEmpty()) {
            erase();
            // What a program writes must not move the cursor, or the lines below would be drawn in the wrong place.
            lasting.forEach(
                    change -> out.println(TerminalText.colored(TextLines.line(state.started(), change, color))));
            draw(state, now);
        }
    }

    @Override
    public void tick(RunState state, Instant now) {
        erase();
        draw(state, now);
    }

    @Override
    public void finish(RunState state, Instant now) {
        tick(state, now);
        drawn = 0;
    }

    private void erase() {
        if (drawn > 0) {
            out.print("\u001b[" + drawn + "A\r\u001b[J");
            drawn = 0;
        }
    }

    private void draw(RunState state, Instant now) {
        List<String> lines = LiveView.lines(state, now, terminal.size());
        out.print(NO_WRAP);
        lines.forEach(out::println);
        out.print(WRAP);
        drawn = lines.size();
        out.flush();
    }
}
