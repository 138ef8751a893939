package io.trainyard.core.report.http;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.core.memory.CacheOwner;
import io.trainyard.core.memory.Weight;
import io.trainyard.core.time.AnswerCache;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.spi.model.TrainJob;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Finds the TrainJob of a pod: from the pod to its Job, its JobSet and its TrainJob, each named with its uid by the controller reference of the one before. Labels and names are no proof:
 * every user may set them, and a later object may have the same. For one event loop.
 */
final class PodOwners {
    /** All pods of a Job share the answer. */
    private static final Duration KNOWN = Duration.ofMinutes(5);

    private static final Duration UNKNOWN = Duration.ofSeconds(30);

    private final KubeApi api;
    private final AnswerCache<Named, Optional<String>> jobs;

    private record Named(Class<? extends HasMetadata> type, String namespace, String name, String uid) {}

    PodOwners(KubeApi api, TimeSource time) {
        this.api = api;
        this.jobs = new AnswerCache<>(
                CacheOwner.REPORTING_OWNERS,
                time,
                (job, uid) -> Weight.of(List.of(job.namespace(), job.name(), job.uid(), uid.orElse(""))),
                (job, uid) -> uid.isPresent() ? KNOWN : UNKNOWN);
    }

    /** The uid of the TrainJob that a pod belongs to; empty when the pod is gone, or belongs to none. */
    Uni<Optional<String>> trainJobOf(String namespace, String pod, String uid) {
        return owner(new Named(Pod.class, namespace, pod, uid), Job.class)
                .chain(job -> job.isEmpty()
                        ? nobody()
                        : jobs.get(job.get(), () -> owner(job.get(), JobSet.class)
                                .chain(jobSet -> jobSet.isEmpty()
                                        ? nobody()
                                        : owner(jobSet.get(), TrainJob.class).map(owner -> owner.map(Named::uid)))));
    }

    private Uni<Optional<Named>> owner(Named owned, Class<? extends HasMetadata> type) {
        return api.getMetadata(owned.type(), owned.namespace(), owned.name())
                .map(found -> found.filter(metadata -> owned.uid().equals(metadata.getUid()))
                        .flatMap(metadata -> metadata.getOwnerReferences().stream()
                                .filter(owner -> Boolean.TRUE.equals(owner.getController()) && isOf(type, owner))
                                .findFirst())
                        .map(owner -> new Named(type, owned.namespace(), owner.getName(), owner.getUid())));
    }

    private static boolean isOf(Class<? extends HasMetadata> type, OwnerReference owner) {
        return HasMetadata.getKind(type).equals(owner.getKind())
                && owner.getApiVersion().startsWith(HasMetadata.getGroup(type) + "/");
    }

    private static <T> Uni<Optional<T>> nobody() {
        return Uni.createFrom().item(Optional.empty());
    }
}
