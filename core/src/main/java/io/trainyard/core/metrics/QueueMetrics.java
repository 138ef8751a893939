package io.trainyard.core.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.trainyard.core.queue.Priority;
import io.trainyard.core.queue.QueueListener;
import io.trainyard.foundation.time.TimeSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * The queue of one controller: {@code workqueue_*}, as controller-runtime names them. The queue calls it on its event loop; scraping happens on any thread.
 *
 * @param <K> the key
 */
public final class QueueMetrics<K> implements QueueListener<K> {
    private static final double NANOS_PER_SECOND = 1e9;

    private final TimeSource time;
    private final Counter adds;
    private final Counter retries;
    private final Timer waiting;
    private final Timer working;
    private final Map<K, Long> startedAt = new ConcurrentHashMap<>();
    private final Map<K, Long> readySince = new ConcurrentHashMap<>();

    /**
     * Registers the series of a queue, named after its controller.
     *
     * @param time the clock of the queue
     */
    public QueueMetrics(MeterRegistry registry, String controller, TimeSource time) {
        this.time = time;
        Tags tags = Tags.of("name", controller, "controller", controller);
        adds = Counter.builder("workqueue.adds")
                .description("Keys that began to wait")
                .tags(tags)
                .register(registry);
        retries = Counter.builder("workqueue.retries")
                .description("Keys that wait for another attempt after a failure")
                .tags(tags)
                .register(registry);
        waiting = Buckets.QUEUE
                .timer("workqueue.queue.duration", "Time from being ready to being taken")
                .tags(tags)
                .register(registry);
        working = Buckets.QUEUE
                .timer("workqueue.work.duration", "Time from being taken to being done")
                .tags(tags)
                .register(registry);
        Gauge.builder("workqueue.depth", readySince::size)
                .description("Keys that are ready but not taken")
                .tags(tags)
                .register(registry);
        Gauge.builder("trainyard.workqueue.oldest.wait.seconds", () -> oldest(readySince))
                .description("Age in seconds of the oldest ready key")
                .tags(tags)
                .register(registry);
        Gauge.builder("workqueue.unfinished.work.seconds", this::unfinishedSeconds)
                .description("Seconds of work in reconciles that still run, added up")
                .tags(tags)
                .register(registry);
        Gauge.builder("workqueue.longest.running.processor.seconds", this::longestSeconds)
                .description("Seconds that the oldest running reconcile has taken so far")
                .tags(tags)
                .register(registry);
    }

    @Override
    public void added(K key, Priority priority) {
        adds.increment();
    }

    @Override
    public void retried(K key, int failures) {
        retries.increment();
    }

    @Override
    public void started(K key, long waitedNanos) {
        waiting.record(waitedNanos, TimeUnit.NANOSECONDS);
        startedAt.put(key, time.nanos());
        readySince.remove(key);
    }

    @Override
    public void finished(K key, long workedNanos) {
        working.record(workedNanos, TimeUnit.NANOSECONDS);
        startedAt.remove(key);
    }

    @Override
    public void ready(K key, long since) {
        readySince.put(key, since);
    }

    @Override
    public void cleared() {
        readySince.clear();
    }

    private double unfinishedSeconds() {
        long now = time.nanos();
        return startedAt.values().stream().mapToLong(start -> now - start).sum() / NANOS_PER_SECOND;
    }

    private double longestSeconds() {
        return oldest(startedAt);
    }

    private double oldest(Map<K, Long> starts) {
        long now = time.nanos();
        return starts.values().stream().mapToLong(start -> now - start).max().orElse(0) / NANOS_PER_SECOND;
    }
}
