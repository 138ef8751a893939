package io.trainyard.launcher.cli.report;

import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.cli.why.JobLookup;

/** Writes down everything that is known of a TrainJob. Blocks. */
public interface ReportMaker {
    /**
     * A file that opens in any browser.
     *
     * @param name that would fit it, without a folder
     * @param content HTML
     */
    record Report(String name, String content) {}

    /**
     * Of a TrainJob of a cluster.
     *
     * @throws CommandException when there is no such TrainJob, or the cluster does not answer; the message says so
     */
    Report make(JobLookup.InCluster wanted);

    /**
     * Of a run that goes on, or of what one has left.
     *
     * @throws CommandException when there is no such TrainJob; the message says so
     */
    Report make(JobLookup.OfRun wanted);
}
