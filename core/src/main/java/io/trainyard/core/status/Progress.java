package io.trainyard.core.status;

import io.fabric8.kubernetes.api.model.Condition;
import io.trainyard.spi.model.JobStatus;
import io.trainyard.spi.model.TrainerApi;
import java.util.List;
import java.util.Optional;

/** The words and numbers of the printer columns. Pure. */
final class Progress {
    private Progress() {}

    static String phase(List<Condition> conditions, List<JobStatus> jobs, Optional<Observation.TrainerJob> trainer) {
        for (String type :
                List.of(TrainerApi.CONDITION_COMPLETE, TrainerApi.CONDITION_FAILED, TrainerApi.CONDITION_SUSPENDED)) {
            if (conditions.stream()
                    .anyMatch(condition -> type.equals(condition.getType()) && "True".equals(condition.getStatus()))) {
                return type;
            }
        }
        Optional<JobStatus> trainerJob = trainerJob(jobs, trainer);
        if (trainerJob.filter(job -> job.ready() > 0).isPresent()
                || trainer.filter(Progress::isEnough).isPresent()) {
            return "Running";
        }
        return jobs.stream().anyMatch(job -> job.ready() > 0) ? "Initializing" : "Pending";
    }

    private static boolean isEnough(Observation.TrainerJob trainer) {
        return trainer.elastic()
                .flatMap(elastic -> elastic.ready().filter(ready -> ready >= elastic.least()))
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
