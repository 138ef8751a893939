package io.trainyard.core.controller;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.metrics.PassMetrics;
import io.trainyard.core.metrics.ReconcileMetrics;
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
 * Passes over runtimes: each removes the finalizer of an older release, if it is still there. A pass that fails is repeated at the next event
 * of the runtime. Only the replica that works may write, so what is there when it begins gets its pass then. Lives on the event loop.
 */
final class RuntimePasses {
    private static final Logger LOG = LoggerFactory.getLogger(RuntimePasses.class);

    private final Supplier<Collection<RuntimeResource>> runtimes;
    private final LegacyFinalizer finalizer;
    private final TimeSource time;
    private final PassMetrics metrics;
    private boolean started;

    /**
     * @param runtimes all runtimes as far as is known
     * @param metrics told of passes
     */
    RuntimePasses(
            Supplier<Collection<RuntimeResource>> runtimes,
            LegacyFinalizer finalizer,
            TimeSource time,
            PassMetrics metrics) {
        this.runtimes = runtimes;
        this.finalizer = finalizer;
        this.time = time;
        this.metrics = metrics;
    }

    /** Begins to make passes, with one over each runtime that there is. */
    void start() {
        started = true;
        runtimes.get().forEach(this::pass);
    }

    /** Makes no new passes. */
    void stop() {
        started = false;
    }

    /** A runtime is new or another one. */
    void changed(RuntimeResource runtime) {
        if (started) {
            pass(runtime);
        }
    }

    private void pass(RuntimeResource runtime) {
        if (runtime instanceof TrainingRuntime namespaced) {
            pass(TrainingRuntime.class, namespaced, metrics.runtimes());
        } else if (runtime instanceof ClusterTrainingRuntime cluster) {
            pass(ClusterTrainingRuntime.class, cluster, metrics.clusterRuntimes());
        }
    }

    private <T extends RuntimeResource> void pass(Class<T> type, T runtime, ReconcileMetrics passes) {
        long begin = time.nanos();
        passes.started();
        removal(type, runtime, passes).subscribe().with(outcome -> passes.ended(outcome, since(begin)), failure -> {
            LOG.atWarn()
                    .addKeyValue("runtime", runtime.getMetadata().getName())
                    .log("finalizer not removed: {}", failure.getMessage());
            passes.ended(Outcome.giveUp(), since(begin));
        });
    }

    private <T extends RuntimeResource> Uni<Outcome> removal(Class<T> type, T runtime, ReconcileMetrics passes) {
        if (!LegacyFinalizer.isOn(runtime)) {
            passes.writeSkipped();
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
