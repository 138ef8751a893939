package io.trainyard.local.controllers.jobset;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The jobs of a JobSet, each in one list only, in the order of their replicated jobs and indexes.
 *
 * @param previous made before the latest restart
 * @param active not finished
 * @param failed of the current attempt
 * @param successful of the current attempt
 */
record ChildJobs(List<ChildJob> previous, List<ChildJob> active, List<ChildJob> failed, List<ChildJob> successful) {

    /** Sorts jobs; those of others are left out. */
    static ChildJobs of(JobSet set, List<Map<String, Object>> jobs, Map<String, ReplicatedJobStatus> states) {
        List<ReplicatedJob> order = set.replicatedJobs();
        List<String> names = order.stream().map(ReplicatedJob::name).toList();
        ChildJobs sorted = new ChildJobs(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        jobs.stream()
                .filter(job -> ChildJob.isOwned(job, set.uid()))
                .map(ChildJob::of)
                .sorted(Comparator.comparingInt((ChildJob job) -> names.indexOf(job.replicatedJob()))
                        .thenComparingInt(ChildJob::index))
                .forEach(job -> sorted.listFor(job, set, states).add(job));
        return sorted;
    }

    private List<ChildJob> listFor(ChildJob job, JobSet set, Map<String, ReplicatedJobStatus> states) {
        if (job.restartAttempt() < set.restarts() || isRestarted(job, states)) {
            return previous;
        }
        if (job.hasFailed()) {
            return failed;
        }
        return job.hasSucceeded() ? successful : active;
    }

    private static boolean isRestarted(ChildJob job, Map<String, ReplicatedJobStatus> states) {
        ReplicatedJobStatus state = states.get(job.replicatedJob());
        return state != null
                && job.ownRestartAttempt().isPresent()
                && job.ownRestartAttempt().get() < state.restartsOf(job.index());
    }

    /** The names that are taken, for a job blocks its successor until it is really gone. */
    Set<String> names() {
        Set<String> names = new HashSet<>();
        Stream.of(previous, active, failed, successful).flatMap(List::stream).forEach(job -> names.add(job.name()));
        return names;
    }
}
