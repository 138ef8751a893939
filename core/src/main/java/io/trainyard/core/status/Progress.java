package io.trainyard.core.status;

import io.fabric8.kubernetes.api.model.Condition;
import io.trainyard.core.view.JobState;
import io.trainyard.spi.model.JobStatus;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The words and numbers of the printer columns. Pure. */
final class Progress {
    private Progress() {}

    /** Where the job is, by what the JobSet counts: its Jobs, each of which is ready with all its pods or not at all. */
    static JobState state(List<Condition> conditions, List<JobStatus> jobs, Optional<Observation.Training> training) {
        for (JobState told : List.of(JobState.FAILED, JobState.COMPLETE, JobState.SUSPENDED)) {
            if (conditions.stream()
                    .anyMatch(condition ->
                            told.text().equals(condition.getType()) && "True".equals(condition.getStatus()))) {
                return told;
            }
        }
        Set<String> ready = jobs.stream()
                .filter(job -> job.ready() > 0)
                .map(JobStatus::name)
                .collect(Collectors.toSet());
        List<Observation.TrainingJob> wanted = training.map(Observation.Training::jobs).orElse(List.of()).stream()
                .filter(job -> job.pods() > 0)
                .toList();
        long started = wanted.stream().filter(job -> ready.contains(job.name())).count();
        if ((started > 0 && started == wanted.size())
                || training.filter(Progress::isEnough).isPresent()) {
            return JobState.RUNNING;
        }
        boolean some = started > 0
                || training.flatMap(Observation.Training::elastic)
                        .flatMap(Observation.Elastic::ready)
                        .filter(nodes -> nodes > 0)
                        .isPresent();
        if (some) {
            return JobState.STARTING;
        }
        return ready.isEmpty() ? JobState.PENDING : JobState.INITIALIZING;
    }

    private static boolean isEnough(Observation.Training training) {
        return training.elastic()
                .flatMap(elastic -> elastic.ready().filter(ready -> ready >= elastic.min()))
                .isPresent();
    }

    /** Ready nodes: JobSet counts a Job as ready when all its pods are, so it is all or none of each, unless somebody counted. */
    static int readyNodes(List<JobStatus> jobs, Observation.Training training) {
        int ready = training.nodeJobs()
                .filter(node -> jobs.stream().anyMatch(job -> job.name().equals(node.name()) && job.ready() > 0))
                .mapToInt(Observation.TrainingJob::pods)
                .sum();
        return ready > 0
                ? ready
                : training.elastic().flatMap(Observation.Elastic::ready).orElse(0);
    }

    /** Which pods are nodes, as a label selector. */
    static String selector(String trainJob, Observation.Training training) {
        List<String> names =
                training.nodeJobs().map(Observation.TrainingJob::name).toList();
        return "jobset.sigs.k8s.io/jobset-name=" + trainJob + ",jobset.sigs.k8s.io/replicatedjob-name"
                + (names.size() == 1 ? "=" + names.get(0) : " in (" + String.join(",", names) + ")");
    }
}
