package io.trainyard.core.reconcile;

import io.trainyard.core.jobset.JobSetResize;
import io.trainyard.core.jobset.JobSetResizer;
import io.trainyard.core.status.EventDraft;
import java.util.Optional;

/** What to tell the user about a change of the number of nodes. Pure. */
final class ResizeEvents {
    private ResizeEvents() {}

    static Optional<EventDraft> of(JobSetResizer.Result outcome) {
        if (outcome instanceof JobSetResizer.Result.Resized resized) {
            return Optional.of(EventDraft.normal("Scaled", "Scaled " + nodes(resized.change())));
        }
        if (outcome instanceof JobSetResizer.Result.TooLate late) {
            return Optional.of(EventDraft.warning(
                    "ScaleIgnored",
                    "Not scaled " + nodes(late.change())
                            + ", because a node has ended its training and no further one can join"));
        }
        if (outcome instanceof JobSetResizer.Result.Recreating anew) {
            return Optional.of(EventDraft.normal(
                    "Recreating",
                    "JobSet is recreated to scale " + nodes(anew.change())
                            + "; training goes on from its last checkpoint"));
        }
        if (outcome instanceof JobSetResizer.Result.TooYoung young) {
            return Optional.of(EventDraft.warning(
                    "ScaleDelayed",
                    "Not yet scaled " + nodes(young.change())
                            + ", because that restarts the job, and it was started a short time ago"));
        }
        return Optional.empty();
    }

    private static String nodes(JobSetResize change) {
        return "replicated job " + change.job() + " from " + change.before() + " to " + change.after() + " nodes";
    }
}
