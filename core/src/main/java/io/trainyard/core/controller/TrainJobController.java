package io.trainyard.core.controller;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.apply.AppliedVersions;
import io.trainyard.core.apply.ObjectApplier;
import io.trainyard.core.compile.CompileTrace;
import io.trainyard.core.compile.CompilerPlugins;
import io.trainyard.core.compile.RuntimeDefinition;
import io.trainyard.core.compile.StatusReporting;
import io.trainyard.core.compile.TrainJobCompiler;
import io.trainyard.core.config.InitializerClaim;
import io.trainyard.core.events.EventRecorder;
import io.trainyard.core.inspect.CauseReporter;
import io.trainyard.core.jobset.InPlaceScaling;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.core.jobset.ObservedJobSets;
import io.trainyard.core.kube.Informers;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.core.metrics.JobDemand;
import io.trainyard.core.metrics.ReconcileMetrics;
import io.trainyard.core.metrics.ReconcilerMeters;
import io.trainyard.core.plugin.Plugins;
import io.trainyard.core.queue.Backoff;
import io.trainyard.core.queue.Outcome;
import io.trainyard.core.queue.Priority;
import io.trainyard.core.queue.WorkQueue;
import io.trainyard.core.reconcile.Dispatcher;
import io.trainyard.core.reconcile.ReconcileListener;
import io.trainyard.core.reconcile.TrainJobReconciler;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.spi.model.ResourceKey;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.result.TerminalState;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * The controller of TrainJobs: wires caches, queue, loop and reconciler. Make it on the event loop after the plugins were loaded and before the
 * informers are started; then {@link #start} once this process may write.
 */
public final class TrainJobController {
    /** When to look again at a TrainJob of a namespace whose other objects are still being listed. */
    private static final Duration INCOMPLETE = Duration.ofSeconds(1);

    private final Dispatcher dispatcher;
    private final RuntimeReconciler runtimeReconciler;
    private final CauseReporter causes;
    private final Supplier<Collection<TrainJob>> trainJobs;
    private final TrainJobCompiler compiler;

    /**
     * Everything that one controller needs from outside.
     *
     * @param api requests to the API server
     * @param informers where the plugins' watches are added; not started yet
     * @param caches what the controller itself watches
     * @param plugins the plugins in use
     * @param time time of the event loop
     * @param loop runs a task on the event loop
     * @param metrics told of the queue and of reconciles
     * @param maxConcurrentReconciles reconciles in flight at the same time
     * @param routineEvents whether events are written for what goes as it should
     * @param initializerClaim what a TrainJob gets for its data when its runtime has no volume for that; empty for nothing
     * @param scaling whether JobSet changes the number of pods of elastic jobs
     * @param reporting what pods get to report their progress
     * @param resourcesReady whether a status tells, by a condition, that objects cannot be built or applied
     */
    public record Setup(
            KubeApi api,
            Informers informers,
            ControllerCaches caches,
            Plugins plugins,
            TimeSource time,
            Executor loop,
            ReconcilerMeters metrics,
            int maxConcurrentReconciles,
            boolean routineEvents,
            Optional<InitializerClaim> initializerClaim,
            InPlaceScaling scaling,
            StatusReporting reporting,
            boolean resourcesReady) {}

    public TrainJobController(Setup setup) {
        Plugins plugins = setup.plugins();
        ControllerCaches caches = setup.caches();
        AppliedVersions applied = new AppliedVersions();
        compiler = new TrainJobCompiler(
                new CompilerPlugins(plugins.mlPolicies(), plugins.podGroupPolicies(), plugins.componentBuilders()),
                caches.gangFacts(),
                setup.initializerClaim(),
                setup.scaling()::isAvailable,
                setup.reporting());
        EventRecorder events = new EventRecorder(setup.api(), setup.time(), setup.routineEvents());
        TrainJobReconciler reconciler = new TrainJobReconciler(
                setup.api(),
                setup.time(),
                caches.trainJobs(),
                caches.jobSets(),
                caches.services(),
                caches.runtimes(),
                compiler,
                terminalState(plugins, caches.jobSets()),
                new ObjectApplier(setup.api(), caches.reader(), applied),
                setup.scaling(),
                events,
                writes(setup.metrics(), (trainJob, words) -> hear(trainJob, words)),
                caches.sizes(),
                setup.resourcesReady());
        causes = new CauseReporter(
                caches::everyTrainJob,
                caches.trainJobs()::find,
                trainJob -> caches.jobSets().controlled(trainJob),
                setup.api(),
                setup.time(),
                events::record,
                reconciler::tell);
        RandomGenerator random = RandomGenerator.getDefault();
        dispatcher = new Dispatcher(
                new WorkQueue<>(
                        Backoff.DEFAULT, random::nextDouble, setup.metrics().queue(), ResourceKey::namespace),
                key -> caches.isComplete(key.namespace())
                        ? reconciler.reconcile(key)
                        : Uni.createFrom().item(Outcome.requeueAfter(INCOMPLETE)),
                setup.time(),
                listener(setup.metrics().trainJobs()),
                setup.maxConcurrentReconciles());
        trainJobs = caches::everyTrainJob;
        runtimeReconciler = caches.runtimeReconciler(new LegacyFinalizer(setup.api()), setup.time(), setup.metrics());
        EventRouter router = new EventRouter(setup.loop(), dispatcher, caches.index(), runtimeReconciler, applied);
        caches.route(router);
        Runnable wakeFailing = () -> caches.gangUsers()
                .unfinished()
                .forEach(trainJob -> dispatcher.addIfFailing(trainJob.key(), Priority.BULK));
        caches.kinds().onAppearance(wakeFailing);
        caches.onJobSetsAppearance(wakeFailing);
        PluginWatches watches =
                new PluginWatches(setup.informers(), caches.objects(), router, caches.gangFacts(), wakeFailing);
        watches.open(plugins.watches());
        watches.openOwned(compiler.gangs().podGroupKinds());
        if (!compiler.gangs().podGroupKinds().isEmpty()) {
            caches.gangFacts().open(setup.informers(), router.podDefaults(caches.gangUsers()));
        }
    }

    /** A plugin that the operator chose says how a TrainJob goes, else its JobSet does. */
    static Function<TrainJob, Optional<TerminalState>> terminalState(Plugins plugins, ObservedJobSets jobSets) {
        return plugins.terminalCondition()
                .<Function<TrainJob, Optional<TerminalState>>>map(chosen -> chosen::terminalCondition)
                .orElse(jobSets::terminalState);
    }

    /** Begins to reconcile, with every TrainJob: somebody else may have reconciled it so far, and what was under way may have been cut off. */
    public void start() {
        dispatcher.start(trainJobs.get().stream().map(TrainJob::key).toList());
        runtimeReconciler.start();
        causes.start();
    }

    /**
     * Who sets what of a JobSet; fails when the TrainJob cannot be built. To be asked on the event loop, where it takes about a millisecond.
     *
     * @param existing the whole JobSet of the TrainJob
     */
    public Uni<CompileTrace> trace(TrainJob trainJob, RuntimeDefinition runtime, Optional<JobSet> existing) {
        return compiler.trace(trainJob, runtime, existing);
    }

    /** Looks at every TrainJob again, because something has changed that concerns them all; without effect while it does not reconcile. */
    public void reconcileAll() {
        trainJobs.get().forEach(trainJob -> dispatcher.add(trainJob.key(), Priority.LOW, Duration.ZERO, () -> true));
    }

    /** Begins no new reconcile; completes when the running ones have ended. May be started again then. */
    public Uni<Void> stop() {
        runtimeReconciler.stop();
        causes.stop();
        return Uni.createFrom().emitter(emitter -> dispatcher.stop(() -> emitter.complete(null)));
    }

    private void hear(TrainJob trainJob, List<String> words) {
        causes.hear(trainJob, words);
    }

    private static ReconcileListener writes(ReconcilerMeters metrics, BiConsumer<TrainJob, List<String>> heard) {
        return new ReconcileListener() {
            @Override
            public void skipped() {
                metrics.trainJobs().writeSkipped();
            }

            @Override
            public void started(TrainJob trainJob, RuntimeInfo info) {
                metrics.demand().started(trainJob, JobDemand.of(info));
            }

            @Override
            public void gangs(TrainJob trainJob, List<String> words) {
                heard.accept(trainJob, words);
            }
        };
    }

    private static Dispatcher.Listener listener(ReconcileMetrics metrics) {
        return new Dispatcher.Listener() {
            @Override
            public void began(ResourceKey key) {
                metrics.started();
            }

            @Override
            public void ended(ResourceKey key, Outcome outcome, long nanos, boolean fault) {
                if (fault) {
                    metrics.panicked();
                }
                metrics.ended(outcome, Duration.ofNanos(nanos));
            }
        };
    }
}
