package io.trainyard.launcher.controller;

import io.micrometer.core.instrument.MeterRegistry;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.compile.CompileTrace;
import io.trainyard.core.compile.RuntimeDefinition;
import io.trainyard.core.compile.StatusReporting;
import io.trainyard.core.config.ElasticSettings;
import io.trainyard.core.config.InitializerClaim;
import io.trainyard.core.config.SizeLimits;
import io.trainyard.core.controller.ControllerCaches;
import io.trainyard.core.controller.TrainJobController;
import io.trainyard.core.jobset.InPlaceScaling;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.core.kube.Informers;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.core.metrics.ReconcilerMeters;
import io.trainyard.core.plugin.PluginClassLoaders;
import io.trainyard.core.plugin.PluginHost;
import io.trainyard.core.plugin.PluginInvoker;
import io.trainyard.core.runtime.SnapshotKey;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.launcher.cli.plugins.PluginSource;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainJob;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Caches, plugins and the controller of TrainJobs, put together: the one place that does so, for the operator and for a local run. Nothing is watched
 * until {@link #startWatching}, nothing is reconciled until {@link #startReconciling}. Lives on the event loop.
 */
final class AssembledController implements ReconcilingTerms.Reconciling {
    /** Reconciles wait for the API server, not for a processor, so many may be in flight; a configured number is kept. */
    static final int MAX_CONCURRENT_RECONCILES = 32;

    private final EventLoop loop;
    private final Informers informers;
    private final ControllerCaches caches;
    private final PluginHost plugins;
    private final TrainJobController controller;
    private final InPlaceScaling scaling;

    private AssembledController(
            EventLoop loop,
            Informers informers,
            ControllerCaches caches,
            PluginHost plugins,
            TrainJobController controller,
            InPlaceScaling scaling) {
        this.loop = loop;
        this.scaling = scaling;
        this.informers = informers;
        this.caches = caches;
        this.plugins = plugins;
        this.controller = controller;
    }

    /**
     * What it is made of.
     *
     * @param api requests to the API server
     * @param informers what it watches is added there; not started yet
     * @param plugins where plugins come from
     * @param pluginDefaults what plugins are told where the source says nothing else, by their names
     * @param classes where class loaders of plugins come from
     * @param beforeLoading is told who is going to call the plugins
     * @param maxConcurrentReconciles reconciles in flight at the same time
     * @param routineEvents whether events are written for what goes as it should
     * @param initializerClaim what a TrainJob gets for its data when its runtime has no volume for that; empty for nothing
     * @param elastic how the number of pods of elastic jobs is changed
     * @param reporting what pods get to report their progress
     * @param resourcesReady whether a status tells, by a condition, that objects cannot be built or applied
     * @param snapshotKey signs the copies of runtimes that TrainJobs keep
     * @param sizes how large TrainJobs and runtimes may be
     */
    record Parts(
            EventLoop loop,
            TimeSource time,
            KubeApi api,
            Informers informers,
            PluginSource plugins,
            Map<String, Map<String, Object>> pluginDefaults,
            PluginClassLoaders classes,
            Consumer<PluginInvoker> beforeLoading,
            MeterRegistry registry,
            int maxConcurrentReconciles,
            boolean routineEvents,
            Optional<InitializerClaim> initializerClaim,
            ElasticSettings elastic,
            StatusReporting reporting,
            boolean resourcesReady,
            SnapshotKey snapshotKey,
            SizeLimits sizes) {}

    /** Loads the plugins and puts everything together; fails when a plugin does not permit that. */
    static Uni<AssembledController> assemble(Parts parts) {
        ControllerCaches caches =
                new ControllerCaches(parts.informers(), parts.api(), parts.time(), parts.snapshotKey(), parts.sizes());
        InPlaceScaling scaling = new InPlaceScaling(parts.elastic(), parts.time());
        return LoadedPlugins.load(
                        parts.loop(),
                        parts.time(),
                        parts.plugins(),
                        parts.pluginDefaults(),
                        parts.classes(),
                        caches,
                        parts.registry(),
                        parts.beforeLoading())
                .map(host -> {
                    try {
                        return new AssembledController(
                                parts.loop(),
                                parts.informers(),
                                caches,
                                host,
                                new TrainJobController(setup(parts, caches, host, scaling)),
                                scaling);
                    } catch (RuntimeException failure) {
                        host.close();
                        throw failure;
                    }
                });
    }

    private static TrainJobController.Setup setup(
            Parts parts, ControllerCaches caches, PluginHost host, InPlaceScaling scaling) {
        return new TrainJobController.Setup(
                parts.api(),
                parts.informers(),
                caches,
                host.plugins(),
                parts.time(),
                parts.loop(),
                ReconcilerMeters.register(parts.registry(), parts.time(), parts.maxConcurrentReconciles()),
                parts.maxConcurrentReconciles(),
                parts.routineEvents(),
                parts.initializerClaim(),
                scaling,
                parts.reporting(),
                parts.resourcesReady());
    }

    /** Whether the number of pods of elastic jobs can change while they run. */
    InPlaceScaling scaling() {
        return scaling;
    }

    Informers informers() {
        return informers;
    }

    ControllerCaches caches() {
        return caches;
    }

    PluginHost plugins() {
        return plugins;
    }

    /** Completes when all that is needed has been listed. */
    Uni<Void> startWatching() {
        return informers.start();
    }

    /** Begins to reconcile: only once this process may write. */
    @Override
    public void startReconciling() {
        controller.start();
    }

    @Override
    public Uni<Void> drain() {
        return controller.stop();
    }

    /** Who sets what of a JobSet, for people who ask; answers on the event loop, and may be asked on any thread. */
    Uni<Optional<CompileTrace>> trace(TrainJob trainJob, RuntimeResource runtime, Optional<JobSet> jobSet) {
        return Uni.createFrom()
                .deferred(() -> controller.trace(trainJob, RuntimeDefinition.of(runtime), jobSet))
                .map(Optional::of)
                .onFailure()
                // Why it cannot be built is told elsewhere.
                .recoverWithItem(Optional.empty())
                .runSubscriptionOn(loop);
    }

    /** Looks at every TrainJob again, because something has changed that concerns them all. */
    void reconcileAll() {
        controller.reconcileAll();
    }

    /** Begins no new reconcile; completes when the running ones have ended, or the time is up. */
    Uni<Void> stopReconciling(Duration limit) {
        return drain().ifNoItem().after(limit).recoverWithItem((Void) null);
    }

    Uni<Void> stopWatching() {
        return informers.stop();
    }

    /** Releases the plugins; only when nothing calls them any more. */
    void closePlugins() {
        plugins.close();
    }
}
