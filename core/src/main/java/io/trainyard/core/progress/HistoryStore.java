package io.trainyard.core.progress;

import io.smallrye.mutiny.Uni;
import io.trainyard.spi.model.TrainJob;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Keeps the curves of jobs that have ended. */
public interface HistoryStore {
    /** Keeps the curves of a job, by name. */
    Uni<Void> save(TrainJob trainJob, Map<String, List<MetricPoint>> curves);

    /** The curves that were kept; empty when there are none. */
    Uni<Optional<Map<String, List<MetricPoint>>>> load(TrainJob trainJob);
}
