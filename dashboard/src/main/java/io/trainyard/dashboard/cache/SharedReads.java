package io.trainyard.dashboard.cache;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.core.kube.KubeReader;
import io.trainyard.core.kube.ObjectCache;
import io.trainyard.core.memory.CacheOwner;
import io.trainyard.core.memory.Weight;
import io.trainyard.core.time.AnswerCache;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.spi.model.ResourceKey;
import io.trainyard.spi.model.TrainJob;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads for all viewers together: TrainJobs, JobSets and pods out of caches, and of the rest each list once in a few seconds, however many people look at
 * however many jobs of a namespace. Lives on one event loop.
 */
final class SharedReads implements KubeReader {
    /** Index of pods by job. */
    static final String OF_JOB = "job";

    static final String JOB_LABEL = "jobset.sigs.k8s.io/jobset-name";

    private static final Duration LIST = Duration.ofSeconds(4);
    private static final Duration LINES = Duration.ofSeconds(15);

    private final Caches caches;
    private final KubeReader api;
    private final AnswerCache<Question, List<?>> lists;
    private final AnswerCache<Question, List<String>> lines;

    /** What was asked. */
    private record Question(String what, String namespace, Object more) {
        private int bytes() {
            return Weight.of(List.of(what, namespace, more));
        }
    }

    /** What needs no request; safe on any thread. */
    record Caches(
            Function<ResourceKey, Optional<TrainJob>> trainJobs,
            Function<ResourceKey, Optional<JobSet>> jobSets,
            ObjectCache<Pod> pods) {}

    /**
     * @param api requests of the event loop
     */
    SharedReads(Caches caches, KubeReader api, TimeSource time) {
        this.caches = caches;
        this.api = api;
        this.lists = new AnswerCache<>(
                CacheOwner.DASHBOARD_LISTS,
                time,
                (question, answer) -> question.bytes() + Weight.ofObjects(answer),
                (question, answer) -> LIST);
        this.lines = new AnswerCache<>(
                CacheOwner.DASHBOARD_LINES,
                time,
                (question, answer) -> question.bytes() + Weight.of(answer),
                (question, answer) -> LINES);
    }

    /** The value of the index for a pod: its job. */
    static Collection<String> jobs(Pod pod) {
        return job(pod).stream().map(ResourceKey::toString).toList();
    }

    /** The job of a pod; empty for one that has none. */
    static Optional<ResourceKey> job(Pod pod) {
        return Optional.ofNullable(pod.getMetadata().getLabels())
                .flatMap(labels -> Optional.ofNullable(labels.get(JOB_LABEL)))
                .map(name -> new ResourceKey(pod.getMetadata().getNamespace(), name));
    }

    /** The pods of a job; for any thread. */
    List<Pod> pods(ResourceKey job) {
        return List.copyOf(caches.pods().byIndex(OF_JOB, job.toString()));
    }

    @Override
    @SuppressWarnings("unchecked") // each kind is found in the cache of its own
    public <T extends HasMetadata> Uni<Optional<T>> get(Class<T> type, String namespace, String name) {
        ResourceKey key = new ResourceKey(namespace, name);
        if (type == TrainJob.class) {
            return Uni.createFrom().item((Optional<T>) caches.trainJobs().apply(key));
        }
        if (type == JobSet.class) {
            return Uni.createFrom().item((Optional<T>) caches.jobSets().apply(key));
        }
        return api.get(type, namespace, name);
    }

    /** The whole JobSet: of one that runs only an outline is cached. */
    @SuppressWarnings("unchecked") // what was asked is what was answered
    Uni<Optional<JobSet>> wholeJobSet(ResourceKey key) {
        return lists.get(new Question("JobSet", key.namespace(), key.name()), () -> api.get(
                                JobSet.class, key.namespace(), key.name())
                        .map(found -> found.stream().toList()))
                .map(answer -> ((List<JobSet>) answer).stream().findFirst());
    }

    @Override
    @SuppressWarnings("unchecked") // each kind is found in the cache of its own
    public <T extends HasMetadata> Uni<List<T>> list(Class<T> type, String namespace, Map<String, String> labels) {
        if (type == Pod.class && labels.containsKey(JOB_LABEL)) {
            return Uni.createFrom()
                    .item((List<T>) pods(new ResourceKey(namespace, String.valueOf(labels.get(JOB_LABEL)))));
        }
        return lists.get(new Question(type.getSimpleName(), namespace, labels), () -> api.list(type, namespace, labels)
                        .map(found -> found))
                .map(answer -> (List<T>) answer);
    }

    @Override
    public Uni<Optional<String>> preferredVersion(String group) {
        return api.preferredVersion(group);
    }

    @Override
    @SuppressWarnings("unchecked") // what was asked is what was answered
    public Uni<List<GenericKubernetesResource>> listServed(String group, String kind, String namespace) {
        return lists.get(new Question(group + "/" + kind, namespace, ""), () -> api.listServed(group, kind, namespace)
                        .map(found -> found))
                .map(answer -> (List<GenericKubernetesResource>) answer);
    }

    @Override
    public Uni<List<String>> lastLines(String namespace, String pod, String container, int count) {
        return lines.get(
                new Question(container, namespace, pod), () -> api.lastLines(namespace, pod, container, count));
    }
}
