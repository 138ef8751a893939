package io.trainyard.core.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.trainyard.core.queue.Outcome;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** The reconciles of one controller: {@code controller_runtime_*}. Every series exists, at zero, from the start. */
public final class ReconcileMetrics {
    /** Controller of TrainJobs. */
    public static final String TRAIN_JOB_CONTROLLER = "trainjob_controller";

    /** Controller of TrainingRuntimes. */
    public static final String TRAINING_RUNTIME_CONTROLLER = "trainingruntime_controller";

    /** Controller of ClusterTrainingRuntimes. */
    public static final String CLUSTER_TRAINING_RUNTIME_CONTROLLER = "clustertrainingruntime_controller";

    private static final String PREFIX = "controller.runtime.";

    private final Counter success;
    private final Counter error;
    private final Counter needsChange;
    private final Counter requeue;
    private final Counter requeueAfter;
    private final Counter errors;
    private final Counter terminalErrors;
    private final Counter panics;
    private final Counter skippedWrites;
    private final Timer time;
    private final AtomicInteger active = new AtomicInteger();

    /**
     * Registers the series of a controller that has a limit of concurrent reconciles.
     *
     * @param controller its name, such as {@link #TRAIN_JOB_CONTROLLER}
     * @param maxConcurrent how many reconciles may run at once
     */
    public ReconcileMetrics(MeterRegistry registry, String controller, int maxConcurrent) {
        this(registry, controller);
        Gauge.builder(PREFIX + "max.concurrent.reconciles", () -> maxConcurrent)
                .description("Reconciles that may run at once")
                .tag("controller", controller)
                .register(registry);
    }

    /**
     * Registers the series of a controller that reconciles at once whenever there is reason to.
     *
     * @param controller its name, such as {@link #TRAINING_RUNTIME_CONTROLLER}
     */
    public ReconcileMetrics(MeterRegistry registry, String controller) {
        success = result(registry, controller, "success");
        error = result(registry, controller, "error");
        needsChange = result(registry, controller, "needs_change");
        requeue = result(registry, controller, "requeue");
        requeueAfter = result(registry, controller, "requeue_after");
        errors = counter(registry, controller, "reconcile.errors", "Reconciles that failed");
        terminalErrors = counter(registry, controller, "terminal.reconcile.errors", "Reconciles that failed for good");
        panics = counter(registry, controller, "reconcile.panics", "Reconciles that failed by a fault of the program");
        skippedWrites = Counter.builder("trainyard.writes.skipped")
                .description("Objects that were looked at and left as they are")
                .tag("controller", controller)
                .register(registry);
        time = Buckets.RECONCILE
                .timer(PREFIX + "reconcile.time", "Length of a reconcile")
                .tag("controller", controller)
                .register(registry);
        Gauge.builder(PREFIX + "active.workers", active, AtomicInteger::get)
                .description("Reconciles that run now")
                .tag("controller", controller)
                .strongReference(true)
                .register(registry);
    }

    private static Counter result(MeterRegistry registry, String controller, String result) {
        return Counter.builder(PREFIX + "reconcile")
                .description("Reconciles by result")
                .tag("controller", controller)
                .tag("result", result)
                .register(registry);
    }

    private static Counter counter(MeterRegistry registry, String controller, String name, String description) {
        return Counter.builder(PREFIX + name)
                .description(description)
                .tag("controller", controller)
                .register(registry);
    }

    /** An object was as it should be, so nothing was written. */
    public void writeSkipped() {
        skippedWrites.increment();
    }

    /** A reconcile begins. */
    public void started() {
        active.incrementAndGet();
    }

    /** A reconcile that began has ended. */
    public void ended(Outcome outcome, Duration took) {
        active.decrementAndGet();
        time.record(took);
        if (outcome instanceof Outcome.Done) {
            success.increment();
        } else if (outcome instanceof Outcome.Requeue) {
            requeue.increment();
        } else if (outcome instanceof Outcome.RequeueAfter again) {
            (again.delay().isZero() ? requeue : requeueAfter).increment();
        } else {
            (outcome instanceof Outcome.Retry retry && retry.needsChange() ? needsChange : error).increment();
            errors.increment();
            if (outcome instanceof Outcome.TerminalError) {
                terminalErrors.increment();
            }
        }
    }

    /** The reconcile met an exception that nobody expected: a fault of the program. To be followed by {@link #ended}. */
    public void panicked() {
        panics.increment();
    }
}
