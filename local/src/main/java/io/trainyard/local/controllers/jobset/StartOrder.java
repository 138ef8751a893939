package io.trainyard.local.controllers.jobset;

import io.trainyard.local.controllers.jobset.ReplicatedJob.Dependency;
import java.util.Map;

/** Which replicated jobs may start: {@code dependsOn} and the startup policy. Looks at the states with which the reconcile began. */
public final class StartOrder {
    private final JobSet set;
    private final Map<String, ReplicatedJobStatus> states;

    StartOrder(JobSet set, Map<String, ReplicatedJobStatus> states) {
        this.set = set;
        this.states = states;
    }

    /** The same for a JobSet as its status says. */
    public static boolean mayStart(Map<String, Object> jobSet, String replicatedJob) {
        JobSet set = JobSet.of(jobSet);
        StartOrder order = new StartOrder(set, ReplicatedJobStatus.recorded(set));
        return set.replicatedJob(replicatedJob).filter(order::mayStart).isPresent();
    }

    /** Whether everything has come so far that a replicated job waits for. */
    boolean mayStart(ReplicatedJob job) {
        return job.dependencies().stream().allMatch(this::holds);
    }

    private boolean holds(Dependency dependency) {
        ReplicatedJobStatus state = states.get(dependency.name());
        return state != null
                && set.replicatedJob(dependency.name())
                        .filter(target -> dependency.complete()
                                ? state.succeeded() == target.replicas()
                                : state.hasStarted(target.replicas()))
                        .isPresent();
    }

    /** Whether nothing needs to be waited for any more. */
    boolean hasStarted(ReplicatedJob job) {
        ReplicatedJobStatus state = states.get(job.name());
        return state != null && state.hasStarted(job.replicas());
    }
}
