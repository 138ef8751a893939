package io.trainyard.core.status;

import io.fabric8.kubernetes.api.model.Condition;
import io.trainyard.core.view.JobState;
import io.trainyard.spi.model.JobStatus;
import java.util.List;
import java.util.Optional;

/** The words and numbers of the printer columns. Pure. */
final class Progress {
    private Progress() {}

    /** Where the job is, by what the JobSet counts: its Jobs, each of which is ready with all its pods or not at all. */
    static JobState state(List<Condition> conditions, List<JobStatus> jobs, Optional<Observation.TrainerJob> trainer) {
        for (JobState told : List.of(JobState.FAILED, JobState.COMPLETE, JobState.SUSPENDED)) {
            if (conditions.stream()
                    .anyMatch(condition ->
                            told.text().equals(condition.getType()) && "True".equals(condition.getStatus()))) {
                return told;
            }
        }
        Optional<JobStatus> trainerJob = trainerJob(jobs, trainer);
        if (trainerJob.filter(job -> job.ready() > 0).isPresent()
                || trainer.filter(Progress::isEnough).isPresent()) {
            return JobState.RUNNING;
        }
        if (jobs.stream().anyMatch(job -> job.ready() > 0)) {
            return JobState.INITIALIZING;
        }
        boolean some = trainer.flatMap(Observation.TrainerJob::elastic)
                .flatMap(Observation.Elastic::ready)
                .filter(ready -> ready > 0)
                .isPresent();
        return some ? JobState.STARTING : JobState.PENDING;
    }

    private static boolean isEnough(Observation.TrainerJob trainer) {
        return trainer.elastic()
                .flatMap(elastic -> elastic.ready().filter(ready -> ready >= elastic.min()))
                .isPresent();
    }

    /** Ready pods of the trainer: JobSet counts a Job as ready when all its pods are, so it is all or none, unless somebody counted. */
    static int readyNodes(List<JobStatus> jobs, Observation.TrainerJob trainer) {
        return trainerJob(jobs, Optional.of(trainer))
                .filter(job -> job.ready() > 0)
                .map(job -> trainer.nodes())
                .or(() -> trainer.elastic().flatMap(Observation.Elastic::ready))
                .orElse(0);
    }

    static String selector(String trainJob, Observation.TrainerJob trainer) {
        return "jobset.sigs.k8s.io/jobset-name=" + trainJob + ",jobset.sigs.k8s.io/replicatedjob-name="
                + trainer.name();
    }

    private static Optional<JobStatus> trainerJob(List<JobStatus> jobs, Optional<Observation.TrainerJob> trainer) {
        return jobs.stream()
                .filter(job ->
                        trainer.map(known -> known.name().equals(job.name())).orElse(false))
                .findFirst();
    }
}
