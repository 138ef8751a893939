package io.trainyard.dashboard.cache;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.controller.ControllerCaches;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.core.kube.CacheRequest;
import io.trainyard.core.kube.Informers;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.core.kube.WatchedCache;
import io.trainyard.core.view.JobObjects;
import io.trainyard.core.view.JobSummaries;
import io.trainyard.core.view.NoteView;
import io.trainyard.dashboard.view.ClusterView;
import io.trainyard.dashboard.view.ControllerView;
import io.trainyard.dashboard.view.JobKey;
import io.trainyard.dashboard.view.JobMetrics;
import io.trainyard.dashboard.view.JobPage;
import io.trainyard.dashboard.view.JobSpec;
import io.trainyard.dashboard.view.JobViews;
import io.trainyard.dashboard.view.RuntimeRow;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.spi.model.ResourceKey;
import io.trainyard.spi.model.RuntimeRef;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainerApi;
import io.trainyard.spi.watch.WatchSpec;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What the page shows, out of the caches of a controller; see the package for how it is put together. It adds a cache of the pods of jobs, so that nobody
 * lists pods for a job. Lives on one event loop.
 */
public final class ControllerViews implements JobViews {
    private final Setup setup;
    private final WatchedCache<Pod> pods;
    private final SharedReads reads;
    private final KueueLists kueue;
    private final LiveRows rows;
    private final JobPages pages;
    private final KnownTraces traces;
    private final Instant began;

    /**
     * What it stands on.
     *
     * @param caches the controller's
     * @param informers where the cache of pods is added; not started yet
     * @param api requests of the event loop; with a limit of their own, so that viewers slow down nobody
     * @param time of the event loop
     * @param loop runs tasks on the event loop
     * @param reports what programs report
     * @param controller how the controller is; called on the event loop, and must not wait
     * @param notes what plugins tell about a job; answers on any thread
     * @param tracer who set what of a JobSet
     * @param namespaces that are served, in which alone something may be listed; empty for all
     */
    public record Setup(
            ControllerCaches caches,
            Informers informers,
            KubeApi api,
            TimeSource time,
            Executor loop,
            Reports reports,
            Supplier<ControllerView> controller,
            Function<JobObjects, Uni<List<NoteView>>> notes,
            JobTracer tracer,
            List<String> namespaces) {}

    /** Begins to listen; before the informers start. */
    public ControllerViews(Setup setup) {
        this(setup, setup.time().now());
    }

    /**
     * The same for a page that begins later than its controller.
     *
     * @param began since when reports of programs are heard
     */
    public ControllerViews(Setup setup, Instant began) {
        this.setup = setup;
        this.began = began;
        this.pods = setup.informers()
                .add(CacheRequest.of(Pod.class)
                        .withLabels(Map.of(SharedReads.JOB_LABEL, WatchSpec.ANY_VALUE))
                        .transformedBy(PodReducer::reduce)
                        .indexedBy(SharedReads.OF_JOB, SharedReads::jobs)
                        // Training goes on without a page that may not see pods.
                        .whenServed());
        this.reads = new SharedReads(
                new SharedReads.Caches(setup.caches()::trainJob, setup.caches()::jobSet, pods),
                setup.api(),
                setup.time());
        this.kueue = new KueueLists(reads, setup.namespaces());
        this.rows = new LiveRows(setup.time(), setup.loop(), this::objects, this::runtime);
        this.pages = new JobPages(reads, setup);
        this.traces = new KnownTraces(setup.tracer(), setup.time());
        ChangeListeners.listen(setup.caches(), pods, rows);
    }

    /** Everything that there was has been listed: rows are made from now on. */
    public void begin() {
        setup.loop().execute(() -> rows.begin(setup.caches().everyTrainJob()));
    }

    @Override
    public Subscription watch(Listener listener) {
        return rows.watch(listener);
    }

    @Override
    public Uni<Optional<JobPage>> job(JobKey key) {
        return onLoop(() -> rows.find(resource(key))
                .flatMap(known -> trainJob(key).map(trainJob -> pages.page(trainJob, known)))
                .orElseGet(() -> Uni.createFrom().item(Optional.empty())));
    }

    @Override
    public Uni<JobMetrics> metrics(JobKey key) {
        return trainJob(key).map(this::metrics).orElseGet(() -> Uni.createFrom()
                .item(ReportedMetrics.of(Optional.empty(), Map.of(), began, began)));
    }

    private Uni<JobMetrics> metrics(TrainJob trainJob) {
        return Uni.combine()
                .all()
                .unis(setup.reports().curves(trainJob), setup.reports().stepTimes(trainJob.key()))
                .with((curves, stepTimes) -> ReportedMetrics.of(curves, stepTimes, began, created(trainJob)));
    }

    private static Instant created(TrainJob trainJob) {
        return JobSummaries.of(trainJob).created();
    }

    @Override
    public Uni<Optional<JobSpec>> spec(JobKey key) {
        return onLoop(() -> trainJob(key)
                .map(trainJob -> spec(trainJob).map(Optional::of))
                .orElseGet(() -> Uni.createFrom().item(Optional.empty())));
    }

    private Uni<JobSpec> spec(TrainJob trainJob) {
        Uni<Optional<RuntimeResource>> runtime = setup.caches()
                .keptRuntimes(setup.api())
                .find(trainJob)
                .onFailure()
                .recoverWithItem(Optional.empty())
                .map(kept -> kept.or(() -> runtime(trainJob)));
        Uni<Optional<JobSet>> jobSet =
                reads.wholeJobSet(trainJob.key()).onFailure().recoverWithItem(Optional.empty());
        return Uni.combine().all().unis(runtime, jobSet).asTuple().chain(read -> traces.of(
                        trainJob, read.getItem1(), read.getItem2())
                .emitOn(setup.loop())
                .map(trace -> JobSpecs.of(trainJob, read.getItem1(), read.getItem2(), trace)));
    }

    @Override
    public Uni<List<RuntimeRow>> runtimes() {
        return Uni.createFrom().item(() -> setup.caches().everyRuntime().stream()
                .map(runtime -> RuntimeRows.of(
                        runtime, setup.caches().trainJobsOf(runtime).size()))
                .toList());
    }

    @Override
    public Uni<ClusterView> cluster() {
        return onLoop(() -> {
            Uni<List<Node>> nodes =
                    reads.list(Node.class, "", Map.of()).onFailure().recoverWithItem(List.of());
            return Uni.combine()
                    .all()
                    .unis(
                            nodes,
                            kueue.ofNamespaces("LocalQueue"),
                            kueue.ofNamespaces("Workload"),
                            kueue.ofCluster("ClusterQueue"))
                    .with((machines, local, workloads, quotas) -> new ClusterView(
                            ClusterViews.nodes(machines, pods.all()), ClusterViews.queues(local, workloads, quotas)));
        });
    }

    @Override
    public Uni<ControllerView> controller() {
        return onLoop(() -> Uni.createFrom().item(setup.controller()));
    }

    /** The pods of a job as far as is known; for any thread. */
    public List<Pod> pods(JobKey key) {
        return reads.pods(resource(key));
    }

    /** The uid of a job as far as is known; for any thread. */
    public Optional<String> uid(JobKey key) {
        return trainJob(key).map(trainJob -> trainJob.getMetadata().getUid());
    }

    private JobObjects objects(TrainJob trainJob) {
        return JobObjects.of(trainJob, setup.time().now())
                .withJobSet(setup.caches().jobSet(trainJob.key()))
                .withPods(reads.pods(trainJob.key()));
    }

    private Optional<RuntimeResource> runtime(TrainJob trainJob) {
        return Optional.ofNullable(trainJob.getSpec())
                .flatMap(spec -> Optional.ofNullable(spec.runtimeRef()))
                .flatMap(reference -> runtime(trainJob, reference));
    }

    private Optional<RuntimeResource> runtime(TrainJob trainJob, RuntimeRef reference) {
        boolean namespaced = TrainerApi.TRAINING_RUNTIME.equals(reference.effectiveKind());
        return setup.caches()
                .runtime(
                        reference.effectiveKind(),
                        new ResourceKey(
                                namespaced ? trainJob.key().namespace() : "",
                                Objects.requireNonNullElse(reference.name(), "")));
    }

    private Optional<TrainJob> trainJob(JobKey key) {
        return setup.caches().trainJob(resource(key));
    }

    private static ResourceKey resource(JobKey key) {
        return new ResourceKey(key.namespace(), key.name());
    }

    private <T> Uni<T> onLoop(Supplier<Uni<T>> question) {
        return Uni.createFrom().deferred(question::get).runSubscriptionOn(setup.loop());
    }
}
