package io.trainyard.launcher.render;

import io.trainyard.core.compile.CompileTrace;
import io.trainyard.core.view.NoteView;
import java.util.List;
import java.util.Optional;

/**
 * What plugins have to say about one TrainJob.
 *
 * @param notes what they tell people
 * @param trace who set what of its JobSet; empty when it cannot be built as it is now
 */
public record PluginAnswers(List<NoteView> notes, Optional<CompileTrace> trace) {
    /** Plugins that cannot be loaded say nothing. */
    public static final PluginAnswers NONE = new PluginAnswers(List.of(), Optional.empty());

    public PluginAnswers {
        notes = List.copyOf(notes);
    }
}
