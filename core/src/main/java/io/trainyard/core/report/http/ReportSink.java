package io.trainyard.core.report.http;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.report.Report;
import io.trainyard.spi.model.ResourceKey;
import io.trainyard.spi.model.TrainJob;
import java.util.Optional;

/** Where reports go that are in order. Called on the event loop of the server. */
public interface ReportSink {
    /** The TrainJob, as far as is known; empty when there is none. Fails when nobody knows. */
    Uni<Optional<TrainJob>> find(ResourceKey trainJob);

    /**
     * Takes a report.
     *
     * @throws io.trainyard.core.report.InvalidReportException when the TrainJob cannot have the process that reports
     * @param pod name of the pod that it comes from; empty where reports carry no token
     */
    void take(TrainJob trainJob, Report report, String pod);
}
