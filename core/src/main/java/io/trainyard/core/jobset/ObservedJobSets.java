package io.trainyard.core.jobset;

import io.trainyard.core.apply.OwnWrites;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.watch.ResourceKey;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The JobSets as far as is known: cached, just written, or gone but ended when last seen (STATUS-09). Lives on the event loop.
 */
public final class ObservedJobSets {
    private final OwnWrites<JobSet> current;
    private final Map<String, JobSet> finalStates = new HashMap<>();

    public ObservedJobSets(OwnWrites<JobSet> current) {
        this.current = current;
    }

    /** The JobSet of that name, whoever controls it; empty when there is none. */
    public Optional<JobSet> existing(TrainJob trainJob) {
        return current.find(trainJob.key());
    }

    /** The JobSet that this very TrainJob controls, by uid (JOBSET-17). */
    public Optional<JobSet> controlled(TrainJob trainJob) {
        return existing(trainJob).filter(jobSet -> JobSetPlan.isControlledBy(jobSet, trainJob));
    }

    /** What to read the state of the job from: its JobSet, or the last state of a JobSet that ended and was deleted at once. */
    public Optional<JobSet> observed(TrainJob trainJob) {
        return controlled(trainJob).or(() -> finalState(trainJob));
    }

    /** The last state of a JobSet that ended before it was deleted. */
    public Optional<JobSet> finalState(TrainJob trainJob) {
        return Optional.ofNullable(finalStates.get(trainJob.getMetadata().getUid()));
    }

    /** The final state was written down, or its TrainJob is gone. */
    public void forgetFinalState(@Nullable String trainJobUid) {
        finalStates.remove(trainJobUid);
    }

    /** Remembers a JobSet that we wrote or read. */
    public void wrote(JobSet jobSet) {
        current.wrote(jobSet);
    }

    /** True when this event only tells what we wrote ourselves. */
    public boolean isOwnWrite(JobSet jobSet) {
        return current.isOwn(key(jobSet), jobSet.getMetadata().getResourceVersion());
    }

    /** Takes note of a deletion. */
    public void deleted(JobSet jobSet) {
        current.deleted(jobSet);
        if (JobSetPlugin.hasEnded(jobSet)) {
            JobSetPlan.controller(jobSet).ifPresent(owner -> finalStates.put(owner.getUid(), jobSet));
        }
    }

    private static ResourceKey key(JobSet jobSet) {
        return new ResourceKey(
                jobSet.getMetadata().getNamespace(), jobSet.getMetadata().getName());
    }
}
