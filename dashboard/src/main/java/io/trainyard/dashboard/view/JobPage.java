package io.trainyard.dashboard.view;

import io.trainyard.core.view.JobDetail;
import java.util.List;

/**
 * Everything about one job that is not its logs.
 *
 * @param row the same as in the list
 * @param notes lines of plugins, and links
 */
public record JobPage(JobRow row, JobDetail detail, List<Note> notes) {
    public JobPage {
        notes = List.copyOf(notes);
    }

    /**
     * What a plugin says about a job.
     *
     * @param source name of the plugin
     * @param link http or https; empty for none
     */
    public record Note(String source, String text, String link) {}
}
