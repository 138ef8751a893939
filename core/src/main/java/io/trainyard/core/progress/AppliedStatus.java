package io.trainyard.core.progress;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.core.report.ReportTrees;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainerStatus;

/** Applies reports to TrainJobs. Metrics that are not reported any more go, since they were ours. */
public final class AppliedStatus implements StatusWriter {
    /** Who owns what is written here; the rest of a status belongs to the controller. */
    public static final String FIELD_MANAGER = "trainer-status";

    private final KubeApi api;

    /**
     * @param api requests in the name of {@link #FIELD_MANAGER}
     */
    public AppliedStatus(KubeApi api) {
        this.api = api;
    }

    @Override
    public Uni<Void> write(TrainJob trainJob, TrainerStatus status) {
        return api.applyStatus(trainJob, ReportTrees.status(status));
    }
}
