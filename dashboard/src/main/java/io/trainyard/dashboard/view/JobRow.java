package io.trainyard.dashboard.view;

import io.trainyard.core.view.JobSummary;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * A job as one line of a list: its summary, and what a list of many jobs is filtered and counted by.
 *
 * @param why one sentence: why it is in this state; empty when there is nothing to say
 * @param problem whether somebody should do something about it
 * @param framework as the runtime's label names it; empty when it names none
 * @param deprecated whether the runtime should not be used any more
 * @param owner who is responsible, from an annotation; empty when nobody says
 * @param labels of the TrainJob
 * @param accelerators devices that it has, and asks for
 * @param running when all its nodes were ready for the first time; empty until then
 */
public record JobRow(
        JobSummary summary,
        String why,
        boolean problem,
        String framework,
        boolean deprecated,
        String owner,
        Map<String, String> labels,
        Count accelerators,
        Optional<Instant> running) {
    public JobRow {
        labels = Map.copyOf(labels);
    }

    /** A row of which only the summary is known. */
    public static JobRow of(JobSummary summary) {
        return new JobRow(summary, summary.message(), false, "", false, "", Map.of(), Count.NONE, Optional.empty());
    }

    /** Which job. */
    public JobKey key() {
        return new JobKey(summary.namespace(), summary.name());
    }
}
