package io.trainyard.core.reconcile;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.apply.Confirmation;
import io.trainyard.core.apply.StaleViewException;
import io.trainyard.core.events.EventRecorder;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.core.jobset.JobSetApplier;
import io.trainyard.core.jobset.ObservedJobSets;
import io.trainyard.core.runtime.RuntimeResolver;
import io.trainyard.core.runtime.UntrustedSnapshotException;
import io.trainyard.core.status.EventDraft;
import io.trainyard.spi.model.TrainJob;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Decides what becomes of a TrainJob whose snapshot is not trusted. Lives on the event loop. */
final class UntrustedSnapshots {
    static final String REASON = "RuntimeSnapshotNotTrusted";

    private final RuntimeResolver runtimes;
    private final ObservedJobSets jobSets;
    private final JobSetApplier applier;
    private final EventRecorder events;

    UntrustedSnapshots(RuntimeResolver runtimes, ObservedJobSets jobSets, JobSetApplier applier, EventRecorder events) {
        this.runtimes = runtimes;
        this.jobSets = jobSets;
        this.applier = applier;
        this.events = events;
    }

    /**
     * Suspends or resumes the JobSet of a TrainJob that has started. Of another TrainJob it deletes the snapshot, so that the next reconcile makes one.
     *
     * @param confirmation asked before anything is written
     * @return fails with {@link StaleViewException} when the snapshot has been deleted, and as {@link RuntimeResolver#discard} and
     *     {@link JobSetApplier#follow}
     */
    Uni<BuildResult> goOn(TrainJob trainJob, UntrustedSnapshotException untrusted, Confirmation confirmation) {
        if (mayHaveStarted(jobSets.controlled(trainJob))) {
            EventDraft kept = EventDraft.warning(
                    REASON,
                    untrusted.getMessage()
                            + "; the job goes on with the JobSet that it has, and is not built again. Delete"
                            + " the ConfigMap to have it built from its runtime as that is now");
            return applier.follow(trainJob, confirmation)
                    .replaceWith(new BuildResult(Optional.empty(), null, Optional.empty(), List.of(kept)));
        }
        return confirmation
                .confirm()
                .chain(() -> runtimes.discard(trainJob, untrusted))
                .invoke(() -> events.record(
                        trainJob,
                        EventDraft.warning(
                                REASON,
                                untrusted.getMessage() + "; it is replaced by a copy of the runtime as that is now")))
                .chain(() -> Uni.createFrom().failure(new StaleViewException("the snapshot has been deleted")));
    }

    /** The status of a suspended JobSet does not show whether pods ran before. A generation above 1 shows that its spec has changed, so it may have been resumed. */
    static boolean mayHaveStarted(Optional<JobSet> jobSet) {
        return jobSet.filter(known -> known.hasStarted() || !known.suspended() || isChanged(known))
                .isPresent();
    }

    private static boolean isChanged(JobSet jobSet) {
        @Nullable Long generation = jobSet.getMetadata().getGeneration();
        return generation != null && generation > 1;
    }
}
