package io.trainyard.core.reconcile;

import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.core.status.Observation.Elastic;
import io.trainyard.core.status.Observation.TrainerJob;
import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How many nodes of an elastic job are ready. A JobSet only says whether all of them are, which is enough for other jobs; an elastic one trains without
 * some of them, and then its Job is asked. Lives on the event loop.
 */
final class ElasticNodes {
    private static final Logger LOG = LoggerFactory.getLogger(ElasticNodes.class);

    private final KubeApi api;

    ElasticNodes(KubeApi api) {
        this.api = api;
    }

    /** The trainer as it was compiled, with what exists of it; empty where there is none. Never fails. */
    Uni<Optional<TrainerJob>> trainer(RuntimeInfo info, Optional<JobSet> jobSet) {
        Optional<PodSet> trainer = info.trainerPodSet();
        if (trainer.isEmpty() || !trainer.get().isElastic()) {
            return Uni.createFrom().item(trainer.map(podSet -> new TrainerJob(podSet.name(), podSet.count())));
        }
        PodSet podSet = trainer.get();
        // What the JobSet has may follow later than it was asked to, or not at all.
        int nodes = jobSet.flatMap(exists -> exists.pods(podSet.name())).orElse(podSet.count());
        Uni<Optional<Integer>> ready = jobSet.filter(exists -> isPartlyReady(exists, podSet.name()))
                .map(exists -> ready(exists, podSet.name()))
                .orElseGet(() -> Uni.createFrom().item(Optional.empty()));
        return ready.map(counted -> Optional.of(
                new TrainerJob(podSet.name(), nodes, Optional.of(new Elastic(podSet.minCount(), counted)))));
    }

    /** True while some node may be ready and some node is not. */
    static boolean isPartlyReady(JobSet jobSet, String replicatedJob) {
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
                            .addKeyValue("jobSet", jobSet.getMetadata().getName())
                            .log("cannot tell how many nodes are ready: {}", failure.getMessage());
                    return Optional.empty();
                });
    }
}
