package io.trainyard.core.reconcile;

import io.trainyard.core.jobset.JobSet;
import io.trainyard.core.status.EventDraft;
import io.trainyard.spi.model.TrainJob;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A JobSet that should be gone, and whose name a TrainJob waits for. It usually is within moments; a finalizer keeps it for as long as its owner likes. Pure. */
final class LingeringJobSet {
    /** Pods that end take half a minute or so. */
    private static final Duration USUAL = Duration.ofMinutes(1);

    private static final String FOREGROUND = "foregroundDeletion";

    private LingeringJobSet() {}

    /**
     * What to tell of it; empty as long as that is nothing unusual.
     *
     * @param own whether it is of this TrainJob, and not of an earlier one of its name
     */
    static Optional<EventDraft> notice(TrainJob trainJob, JobSet jobSet, boolean own, Instant now) {
        @Nullable String deleted = jobSet.getMetadata().getDeletionTimestamp();
        @Nullable
        String since = deleted == null && !own ? trainJob.getMetadata().getCreationTimestamp() : deleted;
        if (since == null || now.isBefore(Instant.parse(since).plus(USUAL))) {
            return Optional.empty();
        }
        return Optional.of(EventDraft.notice(
                "JobSetLingers",
                "This TrainJob cannot go on before JobSet "
                        + jobSet.getMetadata().getName()
                        + (own ? "" : " of an earlier TrainJob of this name") + " is gone, and "
                        + reason(deleted != null, jobSet.getMetadata().getFinalizers())));
    }

    private static String reason(boolean deleted, @Nullable List<String> finalizers) {
        if (!deleted) {
            return "nobody has deleted it: delete it if garbage collection does not";
        }
        if (finalizers == null || finalizers.isEmpty() || finalizers.equals(List.of(FOREGROUND))) {
            return "it waits for its pods to end: look for pods that do not, as on a node that is away";
        }
        return "its finalizers keep it: " + String.join(", ", finalizers)
                + ": whoever set them has to remove them, or you, if nobody else does";
    }
}
