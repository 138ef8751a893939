package io.trainyard.core.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.trainyard.core.loop.EventLoopGuard;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Facts of which a process has one each: leadership, certificates, the event loop, the build. */
public final class ControllerMetrics {
    private final AtomicInteger leader = new AtomicInteger();
    private final Counter certificateReads;
    private final Counter certificateErrors;
    private final Timer blocked;
    private final Timer busy;

    /**
     * Registers the series, at zero.
     *
     * @param lease name of the lease that leaders hold
     */
    public ControllerMetrics(MeterRegistry registry, String lease) {
        Gauge.builder("leader.election.master.status", leader, AtomicInteger::get)
                .description("1 while this replica is the leader")
                .tag("name", lease)
                .strongReference(true)
                .register(registry);
        certificateReads = Counter.builder("certwatcher.read.certificate")
                .description("Attempts to read the serving certificate")
                .register(registry);
        certificateErrors = Counter.builder("certwatcher.read.certificate.errors")
                .description("Attempts that failed")
                .register(registry);
        blocked = Buckets.BLOCK
                .timer("trainyard.event.loop.block", "Handlers that kept the event loop longer than they should")
                .register(registry);
        busy = Buckets.BLOCK
                .timer(
                        "trainyard.event.loop.busy",
                        "Handlers that computed on the event loop for longer than they should, by processor time")
                .register(registry);
    }

    /** Registers the series that tells what is running. */
    public static void build(MeterRegistry registry, String version, String gitCommit) {
        Gauge.builder("kubeflow.trainer.build.info", () -> 1)
                .description("What is running")
                .tag("version", version)
                .tag("git_commit", gitCommit)
                .tag("java_version", System.getProperty("java.version", ""))
                .register(registry);
    }

    /**
     * Registers the series that tells how responsive the event loop is.
     *
     * @param lag what a task has to wait for its turn now; asked from any thread
     */
    public static void eventLoopLag(MeterRegistry registry, Supplier<Duration> lag) {
        Gauge.builder(
                        "trainyard.event.loop.lag.seconds",
                        lag,
                        value -> value.get().toNanos() / 1e9)
                .description("How long a task waits for its turn on the event loop")
                .strongReference(true)
                .register(registry);
    }

    /** Leadership was won or lost. */
    public void leading(boolean isLeader) {
        leader.set(isLeader ? 1 : 0);
    }

    /** The serving certificate was read, or could not be. */
    public void certificateRead(boolean failed) {
        certificateReads.increment();
        if (failed) {
            certificateErrors.increment();
        }
    }

    /** A handler kept the event loop. Whether it was busy itself, or waited for a processor like everybody, are two series. */
    public void eventLoopBlocked(EventLoopGuard.Block block) {
        blocked.record(block.duration());
        if (block.computing().compareTo(EventLoopGuard.SLOW) > 0) {
            busy.record(block.computing());
        }
    }
}
