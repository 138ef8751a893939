package io.trainyard.core.jobset;

import io.trainyard.core.apply.OwnWrites;
import io.trainyard.spi.model.ResourceKey;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.result.TerminalState;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The JobSets as far as is known: cached, just written, or gone but ended when last seen. Lives on the event loop.
 */
public final class ObservedJobSets {
    /** More JobSets than can end and be deleted before a reconcile looks at their TrainJobs. */
    private static final int MAX_FINAL_STATES = 10_000;

    private final OwnWrites<JobSet> current;
    private final Runnable onMissingKind;

    /** By name, since the TrainJob may be gone when its JobSet goes; whose state it is says the owner's uid. */
    private final Map<ResourceKey, JobSet> finalStates = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<ResourceKey, JobSet> eldest) {
            return size() > MAX_FINAL_STATES;
        }
    };

    /** @param onMissingKind runs when a write failed because the API server does not serve JobSets */
    public ObservedJobSets(OwnWrites<JobSet> current, Runnable onMissingKind) {
        this.current = current;
        this.onMissingKind = onMissingKind;
    }

    /** The JobSet of that name, whoever controls it; empty when there is none. */
    public Optional<JobSet> existing(TrainJob trainJob) {
        return current.find(trainJob.key());
    }

    /** The JobSet that this very TrainJob controls, by uid. */
    public Optional<JobSet> controlled(TrainJob trainJob) {
        return existing(trainJob).filter(jobSet -> JobSetPlan.isControlledBy(jobSet, trainJob));
    }

    /** How the job goes: what its JobSet says, or last said before it ended and was deleted at once. Empty when there is none. */
    public Optional<TerminalState> terminalState(TrainJob trainJob) {
        return controlled(trainJob).or(() -> finalState(trainJob)).map(JobSetState::of);
    }

    /** True when we know better than the cache what there is, from our own write or a request. */
    public boolean isUnconfirmed(TrainJob trainJob) {
        return current.isUnconfirmed(trainJob.key());
    }

    /** The last state of a JobSet that ended before it was deleted. */
    public Optional<JobSet> finalState(TrainJob trainJob) {
        return Optional.ofNullable(finalStates.get(trainJob.key()))
                .filter(jobSet -> JobSetPlan.isControlledBy(jobSet, trainJob));
    }

    /** The final state was written down, or nobody waits for it: there is no TrainJob of that name, or it has ended. */
    public void forgetFinalState(ResourceKey trainJob) {
        finalStates.remove(trainJob);
    }

    /** Remembers a JobSet that we read: the cache has not heard of it yet. */
    public void read(JobSet jobSet) {
        current.read(jobSet);
    }

    /** A write failed because the API server does not serve JobSets. */
    void kindMissing() {
        onMissingKind.run();
    }

    /** Remembers that a JobSet was gone when we asked for it. */
    void missed(JobSet jobSet) {
        current.missed(jobSet);
    }

    /** Remembers a JobSet that we wrote. */
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
        if (jobSet.hasEnded() && JobSetPlan.controller(jobSet).isPresent()) {
            finalStates.put(key(jobSet), jobSet);
        }
    }

    private static ResourceKey key(JobSet jobSet) {
        return new ResourceKey(
                jobSet.getMetadata().getNamespace(), jobSet.getMetadata().getName());
    }
}
