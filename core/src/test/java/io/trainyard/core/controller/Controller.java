package io.trainyard.core.controller;

import com.sun.management.ThreadMXBean;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Service;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.apply.AppliedVersions;
import io.trainyard.core.apply.ObjectApplier;
import io.trainyard.core.apply.OwnWrites;
import io.trainyard.core.compile.CompilerPlugins;
import io.trainyard.core.compile.TrainJobCompiler;
import io.trainyard.core.config.ElasticSettings;
import io.trainyard.core.config.SizeLimits;
import io.trainyard.core.events.EventRecorder;
import io.trainyard.core.gang.GangFacts;
import io.trainyard.core.jobset.InPlaceScaling;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.core.jobset.ObservedJobSets;
import io.trainyard.core.jobset.ServiceConflicts;
import io.trainyard.core.kube.InMemoryKubeApi;
import io.trainyard.core.kube.LaggingCache;
import io.trainyard.core.kube.ObjectCache;
import io.trainyard.core.kube.SharedParts;
import io.trainyard.core.metrics.JobDemand;
import io.trainyard.core.metrics.ReconcilerMeters;
import io.trainyard.core.plain.PlainPlugin;
import io.trainyard.core.plugin.Plugins;
import io.trainyard.core.queue.Backoff;
import io.trainyard.core.queue.Outcome;
import io.trainyard.core.queue.QueueListener;
import io.trainyard.core.queue.WorkQueue;
import io.trainyard.core.reconcile.Dispatcher;
import io.trainyard.core.reconcile.ReconcileListener;
import io.trainyard.core.reconcile.TrainJobReconciler;
import io.trainyard.core.runtime.RuntimeResolver;
import io.trainyard.core.runtime.RuntimeSnapshot;
import io.trainyard.core.runtime.SnapshotKey;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.spi.model.ClusterTrainingRuntime;
import io.trainyard.spi.model.ResourceKey;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainingRuntime;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The real parts of the controller on caches that a test drives, all on the thread of the test. */
final class Controller {
    /** All replicas of an installation have one. */
    private static final SnapshotKey KEY = SnapshotKey.random();

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    final LaggingCache<TrainJob> trainJobs;
    final LaggingCache<JobSet> jobSets;
    final LaggingCache<ConfigMap> snapshots;
    final LaggingCache<TrainingRuntime> runtimes;
    final LaggingCache<ClusterTrainingRuntime> clusterRuntimes;
    final LaggingCache<Service> services;
    final List<Outcome> outcomes = new ArrayList<>();
    /** TrainJobs that got their first JobSet, with their nodes. */
    final List<String> started = new ArrayList<>();

    final ObservedJobSets observed;

    final MeterRegistry metrics = new SimpleMeterRegistry();

    private final Dispatcher dispatcher;
    private final RuntimeReconciler runtimeReconciler;
    private boolean stopped;
    private long allocated;

    Controller(InMemoryKubeApi api, TimeSource time) {
        this(api, time, Plugins.of(), GangFacts.NONE);
    }

    /** With further plugins. */
    Controller(InMemoryKubeApi api, TimeSource time, Plugins further, GangFacts facts) {
        this(api, time, further, facts, ElasticSettings.DEFAULT);
    }

    Controller(InMemoryKubeApi api, TimeSource time, Plugins further, GangFacts facts, ElasticSettings elastic) {
        this(api, time, further, facts, elastic, false);
    }

    /** Whose statuses tell, or not, that objects cannot be built or applied. */
    Controller(
            InMemoryKubeApi api,
            TimeSource time,
            Plugins further,
            GangFacts facts,
            ElasticSettings elastic,
            boolean resourcesReady) {
        InPlaceScaling scaling = new InPlaceScaling(elastic, time);
        trainJobs = api.cache(TrainJob.class, Map.of());
        jobSets = api.cache(JobSet.class, Map.of());
        snapshots = api.cache(ConfigMap.class, RuntimeSnapshot.LABELS);
        runtimes = api.cache(TrainingRuntime.class, Map.of());
        clusterRuntimes = api.cache(ClusterTrainingRuntime.class, Map.of());
        services = api.cache(Service.class, Map.of());
        services.reduceWith(ServiceConflicts::reduce);
        KeptJobs kept = new KeptJobs(new SharedParts());
        jobSets.reduceWith(kept::keep);
        trainJobs.reduceWith(kept::keep);
        snapshots.reduceWith(RuntimeSnapshot::reduce);
        trainJobs.addIndex(RuntimeIndex.NAME, RuntimeIndex::values);

        OwnWrites<TrainJob> ownTrainJobs = new OwnWrites<>(trainJobs, time);
        OwnWrites<ConfigMap> ownSnapshots = new OwnWrites<>(snapshots, time);
        observed = new ObservedJobSets(new OwnWrites<>(jobSets, time), () -> {});
        ServiceConflicts conflicts = new ServiceConflicts(services);
        CachedObjects reader = new CachedObjects(api, time);
        AppliedVersions applied = new AppliedVersions();
        TrainJobReconciler reconciler = new TrainJobReconciler(
                api,
                time,
                ownTrainJobs,
                observed,
                conflicts,
                new RuntimeResolver(api, KEY, SizeLimits.DEFAULT, ownSnapshots, runtimes, clusterRuntimes, time),
                new TrainJobCompiler(
                        new CompilerPlugins(
                                Stream.concat(Stream.of(new PlainPlugin()), further.mlPolicies().stream())
                                        .toList(),
                                further.podGroupPolicies(),
                                further.componentBuilders()),
                        facts,
                        Optional.empty(),
                        scaling::isAvailable),
                TrainJobController.terminalState(further, observed),
                new ObjectApplier(api, reader, applied),
                scaling,
                new EventRecorder(api, time, false),
                new ReconcileListener() {
                    @Override
                    public void skipped() {}

                    @Override
                    public void started(TrainJob trainJob, RuntimeInfo info) {
                        started.add(trainJob.getMetadata().getName() + " on "
                                + JobDemand.of(info).nodes());
                    }

                    @Override
                    public void gangs(TrainJob trainJob, List<String> words) {}
                },
                SizeLimits.DEFAULT,
                resourcesReady);
        dispatcher = new Dispatcher(
                new WorkQueue<>(
                        new Backoff(Duration.ofMillis(100), 2, Duration.ofMinutes(5), 0),
                        () -> 0,
                        QueueListener.none(),
                        ResourceKey::namespace),
                key -> pass(reconciler, key),
                time,
                new Passes(),
                8);
        runtimeReconciler = new RuntimeReconciler(
                () -> Stream.<RuntimeResource>concat(runtimes.all().stream(), clusterRuntimes.all().stream())
                        .toList(),
                new LegacyFinalizer(api),
                time,
                ReconcilerMeters.register(metrics, time, 8));
        EventRouter router =
                new EventRouter(Runnable::run, dispatcher, new RuntimeIndex(trainJobs), runtimeReconciler, applied);
        trainJobs.addListener(unlessStopped(router.trainJobs(ownTrainJobs, observed, conflicts)));
        jobSets.addListener(unlessStopped(router.jobSets(observed)));
        services.addListener(unlessStopped(router.services(conflicts)));
        snapshots.addListener(unlessStopped(router.snapshots(ownSnapshots)));
        runtimes.addListener(unlessStopped(router.runtimes()));
        clusterRuntimes.addListener(unlessStopped(router.clusterRuntimes()));
    }

    /** Lists everything, then begins to make passes. */
    void start() {
        list();
        work();
    }

    /** Lists everything, as every replica does. */
    void list() {
        caches().forEach(LaggingCache::start);
    }

    /** Begins to make passes, as the leader does. */
    void work() {
        dispatcher.start(trainJobs.all().stream().map(TrainJob::key).toList());
        runtimeReconciler.start();
    }

    /** As a process that is killed: what is on its way never comes back to it. */
    void stop() {
        stopped = true;
        runtimeReconciler.stop();
        dispatcher.stop(() -> {});
    }

    void deliverAll() {
        caches().forEach(LaggingCache::deliver);
    }

    List<LaggingCache<?>> caches() {
        return List.of(runtimes, clusterRuntimes, snapshots, services, jobSets, trainJobs);
    }

    /** Outcomes of passes since the last call. */
    List<Outcome> takeOutcomes() {
        List<Outcome> taken = List.copyOf(outcomes);
        outcomes.clear();
        return taken;
    }

    /** Bytes that passes since the last call have allocated, as far as they did not wait for an answer. */
    long takeAllocated() {
        long taken = allocated;
        allocated = 0;
        return taken;
    }

    private Uni<Outcome> pass(TrainJobReconciler reconciler, ResourceKey key) {
        return Uni.createFrom().deferred(() -> {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            return reconciler
                    .reconcile(key)
                    .onTermination()
                    .invoke(() -> allocated += THREADS.getCurrentThreadAllocatedBytes() - before);
        });
    }

    private <T extends HasMetadata> ObjectCache.Listener<T> unlessStopped(ObjectCache.Listener<T> listener) {
        return new ObjectCache.Listener<>() {
            @Override
            public void added(T object, boolean initial) {
                if (!stopped) {
                    listener.added(object, initial);
                }
            }

            @Override
            public void updated(T previous, T object) {
                if (!stopped) {
                    listener.updated(previous, object);
                }
            }

            @Override
            public void deleted(T object) {
                if (!stopped) {
                    listener.deleted(object);
                }
            }
        };
    }

    private final class Passes implements Dispatcher.Listener {
        @Override
        public void began(ResourceKey key) {}

        @Override
        public void ended(ResourceKey key, Outcome outcome, long nanos, boolean fault) {
            outcomes.add(outcome);
            if (fault) {
                throw new AssertionError("a pass over " + key + " ended in a fault");
            }
        }
    }
}
