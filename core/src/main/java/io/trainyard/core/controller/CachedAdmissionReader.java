package io.trainyard.core.controller;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.admission.AdmissionReader;
import io.trainyard.core.gang.GangFacts;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.core.jobset.ReplicatedJobStatus;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.core.kube.ObjectCache;
import io.trainyard.core.memory.CacheOwner;
import io.trainyard.core.runtime.KeptRuntimes;
import io.trainyard.core.runtime.KnownRuntimes;
import io.trainyard.core.time.RateGate;
import io.trainyard.foundation.name.DnsName;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.spi.model.ClusterTrainingRuntime;
import io.trainyard.spi.model.ResourceKey;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainerApi;
import io.trainyard.spi.model.TrainingRuntime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * What admission sees of a cluster: the caches, and one request for what they lack, since they may be a moment behind. A stranger who reaches the port can name
 * what no cache has, so the number of such requests is limited. Above the limit the answer is what the cache has after a moment. Lives on the event loop of its
 * requests.
 */
final class CachedAdmissionReader implements AdmissionReader {
    private static final int MAX_REPORTED_USERS = 5;
    private static final double REQUESTS_PER_SECOND = 20;
    private static final int REQUESTS_AT_ONCE = 100;

    /** A watch delivers a new object within some milliseconds. */
    private static final Duration MOMENT = Duration.ofSeconds(1);

    private final KubeApi api;
    private final TimeSource time;
    private final RateGate requests;
    private final ObjectCache<TrainJob> trainJobs;
    private final ObjectCache<JobSet> jobSets;
    private final ObjectCache<TrainingRuntime> runtimes;
    private final ObjectCache<ClusterTrainingRuntime> clusterRuntimes;
    private final KeptRuntimes kept;
    private final RuntimeIndex index;
    private final GangFacts gangFacts;

    CachedAdmissionReader(
            KubeApi api,
            TimeSource time,
            ObjectCache<TrainJob> trainJobs,
            ObjectCache<JobSet> jobSets,
            ObjectCache<TrainingRuntime> runtimes,
            ObjectCache<ClusterTrainingRuntime> clusterRuntimes,
            KeptRuntimes kept,
            RuntimeIndex index,
            GangFacts gangFacts) {
        this.api = api;
        this.time = time;
        this.requests = new RateGate(CacheOwner.REVIEW_READS, time, REQUESTS_PER_SECOND, REQUESTS_AT_ONCE);
        this.trainJobs = trainJobs;
        this.jobSets = jobSets;
        this.runtimes = runtimes;
        this.clusterRuntimes = clusterRuntimes;
        this.kept = kept;
        this.index = index;
        this.gangFacts = gangFacts;
    }

    @Override
    public Uni<Optional<RuntimeResource>> runtime(String kind, String namespace, String name) {
        return TrainerApi.TRAINING_RUNTIME.equals(kind)
                ? find(TrainingRuntime.class, runtimes, new ResourceKey(namespace, name))
                        .map(found -> found.map(Function.identity()))
                : find(ClusterTrainingRuntime.class, clusterRuntimes, new ResourceKey("", name))
                        .map(found -> found.map(Function.identity()));
    }

    @Override
    public String knownRuntimes(String kind, String namespace) {
        return new KnownRuntimes(runtimes, clusterRuntimes).sentence(kind, namespace);
    }

    @Override
    public Uni<Optional<RuntimeResource>> keptRuntime(TrainJob trainJob) {
        return kept.find(trainJob);
    }

    @Override
    public Uni<Optional<TrainJob>> trainJob(String namespace, String name) {
        return find(TrainJob.class, trainJobs, new ResourceKey(namespace, name));
    }

    @Override
    public Uni<List<String>> activeJobs(String namespace, String jobSet) {
        return find(JobSet.class, jobSets, new ResourceKey(namespace, jobSet)).map(found -> found.stream()
                .flatMap(present -> present.statusOrEmpty().replicatedJobsStatus().stream())
                .filter(job -> job.active() > 0)
                .map(ReplicatedJobStatus::name)
                .toList());
    }

    @Override
    public GangFacts gangFacts() {
        return gangFacts;
    }

    /** Asked for warnings alone, so above the limit none is given. */
    @Override
    public Uni<Map<String, String>> namespaceLabels(String namespace) {
        return DnsName.isLabel(namespace) && requests.passes("namespaces")
                ? api.getMetadata(Namespace.class, "", namespace)
                        .map(found -> found.map(ObjectMeta::getLabels).orElse(Map.of()))
                : Uni.createFrom().item(Map.of());
    }

    @Override
    public Uni<List<String>> unfinishedUsers(String kind, String namespace, String runtime) {
        return Uni.createFrom()
                .item(() ->
                        index
                                .ofRuntime(kind, TrainerApi.TRAINING_RUNTIME.equals(kind) ? namespace : "", runtime)
                                .stream()
                                .filter(trainJob -> !trainJob.statusOrEmpty().isFinished())
                                .limit(MAX_REPORTED_USERS)
                                .map(trainJob -> trainJob.key().toString())
                                .toList());
    }

    private <T extends HasMetadata> Uni<Optional<T>> find(Class<T> type, ObjectCache<T> cache, ResourceKey key) {
        Optional<T> cached = cache.find(key);
        boolean named =
                DnsName.isSubdomain(key.name()) && (key.namespace().isEmpty() || DnsName.isLabel(key.namespace()));
        if (cached.isPresent() || !named) {
            return Uni.createFrom().item(cached);
        }
        return requests.passes("") || !cache.isSynced(key.namespace())
                ? api.get(type, key.namespace(), key.name())
                : Uni.createFrom().emitter(emitter -> time.after(MOMENT, () -> emitter.complete(cache.find(key))));
    }
}
