package io.trainyard.core.reconcile;

import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.core.status.Observation.Elastic;
import io.trainyard.core.status.Observation.Training;
import io.trainyard.core.status.Observation.TrainingJob;
import io.trainyard.spi.model.MLPolicy;
import io.trainyard.spi.model.MPIPolicy;
import io.trainyard.spi.model.TrainerApi;
import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which replicated jobs train, and how many nodes of an elastic job are ready. A JobSet only says whether all of them are, which is enough for other
 * jobs; an elastic one trains without some of them, and then its Job is asked. Lives on the event loop.
 */
final class TrainingJobs {
    private static final Logger LOG = LoggerFactory.getLogger(TrainingJobs.class);

    private final KubeApi api;

    TrainingJobs(KubeApi api) {
        this.api = api;
    }

    /** What trains, as it was compiled, with what exists of it; empty where nothing does. Never fails. */
    Uni<Optional<Training>> of(RuntimeInfo info, Optional<JobSet> jobSet) {
        Optional<PodSet> trainer = info.trainerPodSet();
        if (trainer.isEmpty() || !trainer.get().isElastic()) {
            return Uni.createFrom().item(fixed(info));
        }
        PodSet podSet = trainer.get();
        // A resize reaches the JobSet late or never, so what it has counts.
        int nodes = jobSet.flatMap(exists -> exists.pods(podSet.name())).orElse(podSet.count());
        Uni<Optional<Integer>> ready = jobSet.filter(exists -> mayBePartlyReady(exists, podSet.name()))
                .map(exists -> ready(exists, podSet.name()))
                .orElseGet(() -> Uni.createFrom().item(Optional.empty()));
        return ready.map(counted ->
                Optional.of(Training.of(podSet.name(), nodes, Optional.of(new Elastic(podSet.minCount(), counted)))));
    }

    /** With MPI the launcher trains beside the nodes, and may be one of them. Where no job is named as a node, the pods of the trainer are the nodes. */
    static Optional<Training> fixed(RuntimeInfo info) {
        @Nullable MLPolicy policy = info.policy().mlPolicy();
        @Nullable MPIPolicy mpi = policy == null ? null : policy.mpi();
        boolean launcherIsNode = mpi != null && Boolean.TRUE.equals(mpi.runLauncherAsNode());
        List<TrainingJob> jobs = (mpi == null
                        ? Stream.<String>empty()
                        : Stream.of(TrainerApi.LAUNCHER, TrainerApi.NODE))
                .flatMap(name -> info.podSet(name).stream())
                .map(podSet -> new TrainingJob(
                        podSet.name(),
                        podSet.count(),
                        launcherIsNode || podSet.name().equals(TrainerApi.NODE)))
                .toList();
        return jobs.stream().anyMatch(TrainingJob::isNode)
                ? Optional.of(new Training(jobs, Optional.empty()))
                : info.trainerPodSet().map(podSet -> Training.of(podSet.name(), podSet.count(), Optional.empty()));
    }

    /** True while pods are active but the Job is not ready: JobSet counts ready Jobs, not pods, so any number of nodes but all may be ready. */
    static boolean mayBePartlyReady(JobSet jobSet, String replicatedJob) {
        return !jobSet.hasEnded()
                && jobSet.statusOrEmpty().replicatedJobsStatus().stream()
                        .anyMatch(job -> job.name().equals(replicatedJob) && job.active() > 0 && job.ready() == 0);
    }

    private Uni<Optional<Integer>> ready(JobSet jobSet, String replicatedJob) {
        return api.get(
                        Job.class,
                        jobSet.getMetadata().getNamespace(),
                        jobSet.getMetadata().getName() + "-" + replicatedJob + "-0")
                .map(found -> found.map(Job::getStatus).map(status -> status.getReady()))
                .onFailure()
                .recoverWithItem(failure -> {
                    LOG.atInfo()
                            .addKeyValue("namespace", jobSet.getMetadata().getNamespace())
                            .addKeyValue("jobSet", jobSet.getMetadata().getName())
                            .log("cannot tell how many nodes are ready: {}", failure.getMessage());
                    return Optional.empty();
                });
    }
}
