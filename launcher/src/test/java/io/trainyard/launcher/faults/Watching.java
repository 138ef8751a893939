package io.trainyard.launcher.faults;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainJobStatus;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** What a bystander sees of all TrainJobs and JobSets of a cluster, without any proxy in between; also the ends that were taken back. */
final class Watching implements AutoCloseable {
    private final SharedIndexInformer<TrainJob> trainJobs;
    private final SharedIndexInformer<JobSet> jobSets;
    private final Queue<TrainJob> takenBack = new ConcurrentLinkedQueue<>();

    Watching(KubernetesClient client) {
        jobSets = client.resources(JobSet.class).inAnyNamespace().inform();
        trainJobs = client.resources(TrainJob.class).inAnyNamespace().inform(new ResourceEventHandler<>() {
            @Override
            public void onAdd(TrainJob added) {}

            @Override
            public void onUpdate(TrainJob before, TrainJob now) {
                boolean same =
                        before.getMetadata().getUid().equals(now.getMetadata().getUid());
                if (same && isReverted(before.statusOrEmpty(), now.statusOrEmpty())) {
                    takenBack.add(now);
                }
            }

            @Override
            public void onDelete(TrainJob deleted, boolean unknown) {}
        });
    }

    private static boolean isReverted(TrainJobStatus before, TrainJobStatus now) {
        return List.of("Complete", "Failed").stream().anyMatch(type -> before.isTrue(type) && !now.isTrue(type));
    }

    /** TrainJobs of a namespace that had ended and then had not. */
    List<TrainJob> takenBack(String namespace) {
        return takenBack.stream()
                .filter(job -> job.getMetadata().getNamespace().equals(namespace))
                .toList();
    }

    Optional<TrainJob> trainJob(String namespace, String name) {
        return Optional.ofNullable(trainJobs.getStore().getByKey(namespace + "/" + name));
    }

    TrainJobStatus status(String namespace, String name) {
        return trainJob(namespace, name).map(TrainJob::statusOrEmpty).orElse(TrainJobStatus.EMPTY);
    }

    Optional<JobSet> jobSet(String namespace, String name) {
        return Optional.ofNullable(jobSets.getStore().getByKey(namespace + "/" + name));
    }

    @Override
    public void close() {
        trainJobs.stop();
        jobSets.stop();
    }
}
