package io.trainyard.dashboard.report;

import io.trainyard.core.view.JobDetail;
import io.trainyard.core.view.NoteView;
import io.trainyard.dashboard.view.JobMetrics;
import io.trainyard.dashboard.view.JobSpec;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/**
 * What a report is made of.
 *
 * @param notes of plugins
 * @param metrics empty lists when nothing was reported
 * @param spec empty trees for what is not known
 * @param logs the end of each container's log
 * @param hidden names of parts that whoever asks may not see
 * @param made the time of looking
 * @param version of the program that writes it
 */
public record JobReport(
        JobDetail detail,
        List<NoteView> notes,
        JobMetrics metrics,
        JobSpec spec,
        List<LogTail> logs,
        Set<String> hidden,
        Instant made,
        String version) {
    public JobReport {
        notes = List.copyOf(notes);
        logs = List.copyOf(logs);
        hidden = Set.copyOf(hidden);
    }

    /**
     * The end of a log.
     *
     * @param lines oldest first, as the container wrote them
     */
    public record LogTail(String pod, String container, List<String> lines) {
        public LogTail {
            lines = List.copyOf(lines);
        }
    }
}
