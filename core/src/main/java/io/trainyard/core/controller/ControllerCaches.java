package io.trainyard.core.controller;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Service;
import io.trainyard.core.admission.AdmissionReader;
import io.trainyard.core.apply.CurrentObjects;
import io.trainyard.core.apply.OwnWrites;
import io.trainyard.core.config.SizeLimits;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.core.jobset.ObservedJobSets;
import io.trainyard.core.jobset.ServiceConflicts;
import io.trainyard.core.kube.CacheRequest;
import io.trainyard.core.kube.Informers;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.core.kube.ObjectCache;
import io.trainyard.core.kube.ServedKinds;
import io.trainyard.core.kube.SharedParts;
import io.trainyard.core.kube.WatchedCache;
import io.trainyard.core.metrics.ReconcilerMeters;
import io.trainyard.core.runtime.KeptRuntimes;
import io.trainyard.core.runtime.RuntimeResolver;
import io.trainyard.core.runtime.RuntimeSnapshot;
import io.trainyard.core.runtime.SnapshotKey;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.spi.model.ClusterTrainingRuntime;
import io.trainyard.spi.model.ResourceKey;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainerApi;
import io.trainyard.spi.model.TrainingRuntime;
import java.util.Collection;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * The caches of everything that the controller itself watches, and what stands on them. Plugins may watch more; see {@link PluginWatches}.
 */
public final class ControllerCaches {
    /**
     * A page is parsed as a whole: so many objects of ten kilobytes at a time, however many there are. Pages of several kinds are parsed at once, and what is of a
     * page must have gone before the collector takes it for something that lasts.
     */
    private static final int PAGE = 100;

    private final WatchedCache<TrainJob> trainJobCache;
    private final WatchedCache<JobSet> jobSetCache;
    private final WatchedCache<ConfigMap> snapshotCache;
    private final WatchedCache<TrainingRuntime> runtimeCache;
    private final WatchedCache<ClusterTrainingRuntime> clusterRuntimeCache;
    private final WatchedCache<Service> serviceCache;
    private final OwnWrites<TrainJob> trainJobs;
    private final OwnWrites<ConfigMap> snapshots;
    private final ObservedJobSets jobSets;
    private final ServiceConflicts services;
    private final RuntimeResolver runtimes;
    private final SizeLimits sizes;
    private final RuntimeIndex index;
    private final CachedObjects objects;
    private final ObservedGangFacts gangFacts;
    private final GangUsers gangUsers;
    private final ServedKinds kinds;

    /**
     * Adds the caches; the caller starts the informers.
     *
     * @param key signs snapshots
     * @param sizes of what may be built from
     */
    public ControllerCaches(Informers informers, KubeApi api, TimeSource time, SnapshotKey key, SizeLimits sizes) {
        KeptJobs kept = new KeptJobs(new SharedParts());
        trainJobCache = informers.add(CacheRequest.of(TrainJob.class)
                .inPagesOf(PAGE)
                .transformedBy(kept::keep)
                .indexedBy(RuntimeIndex.NAME, RuntimeIndex::values)
                .indexedBy(GangUsers.RUNTIME_CLASSES, GangUsers::runtimeClasses));
        jobSetCache =
                informers.add(CacheRequest.of(JobSet.class).inPagesOf(PAGE).transformedBy(kept::keep));
        snapshotCache = informers.add(CacheRequest.of(ConfigMap.class)
                .withLabels(RuntimeSnapshot.LABELS)
                .metadataOnly()
                .inPagesOf(PAGE)
                .transformedBy(RuntimeSnapshot::reduce));
        runtimeCache = informers.add(
                CacheRequest.of(TrainingRuntime.class).indexedBy(GangUsers.RUNTIME_CLASSES, GangUsers::runtimeClasses));
        clusterRuntimeCache = informers.add(CacheRequest.of(ClusterTrainingRuntime.class)
                .indexedBy(GangUsers.RUNTIME_CLASSES, GangUsers::runtimeClasses));
        serviceCache = informers.add(
                CacheRequest.of(Service.class).metadataOnly().inPagesOf(PAGE).transformedBy(ServiceConflicts::reduce));
        trainJobs = new OwnWrites<>(trainJobCache, time);
        snapshots = new OwnWrites<>(snapshotCache, time);
        jobSets = new ObservedJobSets(new OwnWrites<>(jobSetCache, time), jobSetCache::doubt);
        services = new ServiceConflicts(serviceCache);
        this.sizes = sizes;
        runtimes = new RuntimeResolver(api, key, sizes, snapshots, runtimeCache, clusterRuntimeCache, time);
        index = new RuntimeIndex(trainJobCache);
        kinds = informers.kinds();
        gangFacts = new ObservedGangFacts(kinds);
        gangUsers = new GangUsers(trainJobCache, runtimeCache, clusterRuntimeCache, index);
        objects = new CachedObjects(api, time);
        objects.add(TrainJob.class, trainJobCache);
        objects.add(TrainingRuntime.class, runtimeCache);
        objects.add(ClusterTrainingRuntime.class, clusterRuntimeCache);
    }

    /** One more who is told of every change of a TrainJob; before the informers start. */
    public void listen(ObjectCache.Listener<TrainJob> listener) {
        trainJobCache.addListener(listener);
    }

    /** One more who is told of every change of a JobSet; before the informers start. */
    public void listenToJobSets(ObjectCache.Listener<JobSet> listener) {
        jobSetCache.addListener(listener);
    }

    /** Hears of every change of a runtime of either kind; before the informers start. */
    public void listenToRuntimes(ObjectCache.Listener<RuntimeResource> listener) {
        runtimeCache.addListener(listener);
        clusterRuntimeCache.addListener(listener);
    }

    /** A TrainJob as far as is known; for any thread. */
    public Optional<TrainJob> trainJob(ResourceKey key) {
        return trainJobCache.find(key);
    }

    /** A JobSet as far as is known; one that runs is there in outline only. For any thread. */
    public Optional<JobSet> jobSet(ResourceKey key) {
        return jobSetCache.find(key);
    }

    /**
     * A runtime as far as is known; for any thread.
     *
     * @param kind {@code TrainingRuntime} or {@code ClusterTrainingRuntime}; the key of the latter has no namespace
     */
    public Optional<RuntimeResource> runtime(String kind, ResourceKey key) {
        return TrainerApi.TRAINING_RUNTIME.equals(kind)
                ? runtimeCache.find(key).map(found -> found)
                : clusterRuntimeCache.find(key).map(found -> found);
    }

    /** The TrainJobs that name a runtime, as far as is known; the namespace is empty for a ClusterTrainingRuntime. For any thread. */
    public Collection<TrainJob> trainJobsOf(RuntimeResource runtime) {
        return index.ofRuntime(
                runtime.getKind(),
                Objects.requireNonNullElse(runtime.getMetadata().getNamespace(), ""),
                runtime.getMetadata().getName());
    }

    /**
     * The runtimes that TrainJobs have kept.
     *
     * @param requests of the event loop of whoever asks
     */
    public KeptRuntimes keptRuntimes(KubeApi requests) {
        return runtimes.kept(requests);
    }

    /** All runtimes of both kinds as far as is known; for any thread. */
    public Collection<RuntimeResource> everyRuntime() {
        return Stream.<RuntimeResource>concat(runtimeCache.all().stream(), clusterRuntimeCache.all().stream())
                .toList();
    }

    /** All TrainJobs as far as is known; for any thread. */
    public Collection<TrainJob> everyTrainJob() {
        return trainJobCache.all();
    }

    /** Runs on the event loop whenever JobSets, after that kind was missing, are served. */
    void onJobSetsAppearance(Runnable action) {
        jobSetCache.onAppearance(action);
    }

    /** Sends every change to where it concerns somebody; before the informers start. */
    void route(EventRouter router) {
        trainJobCache.addListener(router.trainJobs(trainJobs, jobSets, services));
        jobSetCache.addListener(router.jobSets(jobSets));
        serviceCache.addListener(router.services(services));
        snapshotCache.addListener(router.snapshots(snapshots));
        runtimeCache.addListener(router.runtimes());
        clusterRuntimeCache.addListener(router.clusterRuntimes());
    }

    /**
     * Whether everything that a reconcile reads of this namespace is here. It is from the start on, but in a namespace that could only be listed
     * later: there a TrainJob may be seen before the JobSet and the snapshot that it has.
     */
    boolean isComplete(String namespace) {
        return Stream.of(trainJobCache, jobSetCache, snapshotCache, runtimeCache, serviceCache)
                .allMatch(cache -> cache.isSynced(namespace) || cache.isMissing());
    }

    RuntimeReconciler runtimeReconciler(LegacyFinalizer finalizer, TimeSource time, ReconcilerMeters metrics) {
        return new RuntimeReconciler(this::everyRuntime, finalizer, time, metrics);
    }

    SizeLimits sizes() {
        return sizes;
    }

    /** The JobSets as far as is known. */
    ObservedJobSets jobSets() {
        return jobSets;
    }

    /**
     * What admission reads through: only what any thread may read, so that reviews need not wait for the event loop.
     *
     * @param requests of the event loop of reviews
     * @param time of that event loop
     */
    public AdmissionReader admissionReader(KubeApi requests, TimeSource time) {
        return new CachedAdmissionReader(
                requests,
                time,
                trainJobCache,
                jobSetCache,
                runtimeCache,
                clusterRuntimeCache,
                runtimes.kept(requests),
                index,
                gangFacts);
    }

    /**
     * Plugins that read during a review get their answers on that event loop, from now on.
     *
     * @param onReviewLoop whether the caller is on the event loop of reviews; asked on any thread
     * @param requests of that event loop
     */
    public void answerReviews(BooleanSupplier onReviewLoop, KubeApi requests) {
        objects.answerReviews(onReviewLoop, requests);
    }

    /** What plugins read through. */
    public CurrentObjects reader() {
        return objects;
    }

    /** What is known of kinds that add-ons bring. */
    public ServedKinds kinds() {
        return kinds;
    }

    ObservedGangFacts gangFacts() {
        return gangFacts;
    }

    GangUsers gangUsers() {
        return gangUsers;
    }

    ServiceConflicts services() {
        return services;
    }

    OwnWrites<TrainJob> trainJobs() {
        return trainJobs;
    }

    RuntimeResolver runtimes() {
        return runtimes;
    }

    RuntimeIndex index() {
        return index;
    }

    CachedObjects objects() {
        return objects;
    }
}
