package io.trainyard.launcher.run;

import io.trainyard.launcher.run.progress.Change;
import io.trainyard.launcher.run.progress.RunState;
import java.time.Instant;
import java.util.List;

/** Shows a run while it goes on. Writing may block, so it is done on one worker thread after the other, never on an event loop. */
interface Presenter {
    /** Something has changed, or a container that is followed has written. */
    void show(RunState state, List<Change> changes, Instant now);

    /** Time has passed. */
    default void tick(RunState state, Instant now) {}

    /** The screen belongs to somebody else from now on. */
    default void finish(RunState state, Instant now) {}
}
