package io.trainyard.bench.reference;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.trainyard.bench.StateHandler;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainerApi;

/** Watches what becomes of the TrainJobs of a namespace, independent of who makes it so. */
final class Observer implements AutoCloseable {
    private final Sightings jobSets = new Sightings("JobSets are there");
    private final Sightings running = new Sightings("TrainJobs say that they run");
    private final Sightings complete = new Sightings("TrainJobs are complete");
    private final SharedIndexInformer<GenericKubernetesResource> jobSetWatch;
    private final SharedIndexInformer<TrainJob> trainJobWatch;

    /** Begins to watch; returns once it sees what is there. */
    Observer(KubernetesClient client, String namespace) {
        this.jobSetWatch = client.genericKubernetesResources("jobset.x-k8s.io/v1alpha2", "JobSet")
                .inNamespace(namespace)
                .inform(new StateHandler<>(
                        jobSet -> jobSets.add(jobSet.getMetadata().getName())));
        this.trainJobWatch =
                client.resources(TrainJob.class).inNamespace(namespace).inform(new StateHandler<>(this::look));
    }

    Sightings jobSets() {
        return jobSets;
    }

    Sightings running() {
        return running;
    }

    Sightings complete() {
        return complete;
    }

    private void look(TrainJob trainJob) {
        String name = trainJob.getMetadata().getName();
        if (trainJob.statusOrEmpty().jobsStatus().stream().anyMatch(job -> job.active() > 0)) {
            running.add(name);
        }
        if (trainJob.statusOrEmpty().isTrue(TrainerApi.CONDITION_COMPLETE)) {
            complete.add(name);
        }
    }

    @Override
    public void close() {
        jobSetWatch.close();
        trainJobWatch.close();
    }
}
