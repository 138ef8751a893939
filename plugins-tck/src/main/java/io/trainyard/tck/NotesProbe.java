package io.trainyard.tck;

import io.trainyard.spi.Plugin;
import io.trainyard.spi.extension.JobNotes;
import io.trainyard.spi.result.JobNote;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Asks about TrainJobs of which nothing but themselves is known, as somebody with few rights does. */
final class NotesProbe implements Probe {
    @Override
    public List<String> problems(Subject subject) {
        Plugin plugin = subject.start();
        if (!(plugin instanceof JobNotes notes)) {
            return List.of();
        }
        List<String> problems = new ArrayList<>();
        for (Sample sample : subject.samples()) {
            look(notes, sample, problems);
        }
        return problems;
    }

    private static void look(JobNotes plugin, Sample sample, List<String> problems) {
        @Nullable List<JobNote> notes;
        try {
            notes = plugin.notes(new JobNotes.Request(sample.trainJob(), List.of()));
        } catch (RuntimeException failure) {
            throw new CaughtException(sample.name() + " without its objects makes it fail", failure);
        }
        if (notes == null || notes.stream().anyMatch(note -> note == null)) {
            problems.add(sample.name() + " is answered with null");
            return;
        }
        for (JobNote note : notes) {
            if (note.text().isBlank()) {
                problems.add(sample.name() + " is told a line without text");
            }
            if (!note.link().isEmpty() && !note.link().matches("https?://.+")) {
                problems.add(sample.name() + " is told a link that is not of the web: " + note.link());
            }
        }
    }
}
