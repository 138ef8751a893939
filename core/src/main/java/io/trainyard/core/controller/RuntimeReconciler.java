package io.trainyard.core.controller;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.kube.ApiFailure;
import io.trainyard.core.metrics.ReconcileMetrics;
import io.trainyard.core.metrics.ReconcilerMeters;
import io.trainyard.core.queue.Outcome;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.spi.model.ClusterTrainingRuntime;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainingRuntime;
import java.time.Duration;
import java.util.Collection;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reconciles runtimes: removes the finalizer of an older release, if it is still there. What fails is repeated at the next event of the runtime. Only
 * the replica that works may write, so it reconciles all runtimes that it finds when it begins. Lives on the event loop.
 */
final class RuntimeReconciler {
    private static final Logger LOG = LoggerFactory.getLogger(RuntimeReconciler.class);

    private final Supplier<Collection<RuntimeResource>> runtimes;
    private final LegacyFinalizer finalizer;
    private final TimeSource time;
    private final ReconcilerMeters metrics;
    private boolean started;
    /** The right to remove the finalizers of an older release is granted only for a takeover. Without it nothing is tried again until the next start. */
    private boolean forbidden;

    /**
     * @param runtimes all runtimes as far as is known
     * @param metrics told of reconciles
     */
    RuntimeReconciler(
            Supplier<Collection<RuntimeResource>> runtimes,
            LegacyFinalizer finalizer,
            TimeSource time,
            ReconcilerMeters metrics) {
        this.runtimes = runtimes;
        this.finalizer = finalizer;
        this.time = time;
        this.metrics = metrics;
    }

    /** Begins to reconcile, with every runtime that there is. */
    void start() {
        started = true;
        forbidden = false;
        runtimes.get().forEach(this::reconcile);
    }

    /** Begins no new reconcile. */
    void stop() {
        started = false;
    }

    /** A runtime is new or another one. */
    void changed(RuntimeResource runtime) {
        if (started) {
            reconcile(runtime);
        }
    }

    private void reconcile(RuntimeResource runtime) {
        if (runtime instanceof TrainingRuntime namespaced) {
            reconcile(TrainingRuntime.class, namespaced, metrics.runtimes());
        } else if (runtime instanceof ClusterTrainingRuntime cluster) {
            reconcile(ClusterTrainingRuntime.class, cluster, metrics.clusterRuntimes());
        }
    }

    private <T extends RuntimeResource> void reconcile(Class<T> type, T runtime, ReconcileMetrics reconciles) {
        long begin = time.nanos();
        reconciles.started();
        removal(type, runtime, reconciles)
                .subscribe()
                .with(outcome -> reconciles.ended(outcome, since(begin)), failure -> {
                    if (!forbidden) {
                        LOG.atWarn()
                                .addKeyValue("runtime", runtime.getMetadata().getName())
                                .log("the finalizer of an older release is not removed: {}", failure.getMessage());
                    }
                    forbidden |= ApiFailure.Kind.FORBIDDEN.isOf(failure);
                    reconciles.ended(Outcome.terminalError(), since(begin));
                });
    }

    private <T extends RuntimeResource> Uni<Outcome> removal(Class<T> type, T runtime, ReconcileMetrics reconciles) {
        if (forbidden || !LegacyFinalizer.isOn(runtime)) {
            reconciles.writeSkipped();
            return Uni.createFrom().item(Outcome.done());
        }
        return finalizer.removeFrom(type, runtime).map(removed -> {
            LOG.atInfo()
                    .addKeyValue("runtime", runtime.getMetadata().getName())
                    .log("removed the finalizer of an older release");
            return Outcome.done();
        });
    }

    private Duration since(long begin) {
        return Duration.ofNanos(time.nanos() - begin);
    }
}
