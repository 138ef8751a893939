package io.trainyard.core.reconcile;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.queue.Outcome;
import io.trainyard.core.queue.Priority;
import io.trainyard.core.queue.WorkQueue;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.spi.model.ResourceKey;
import java.time.Duration;
import java.util.Collection;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Drains the queue: keeps up to so many reconciles in flight, one for each key. While it does not work, nothing is queued: who works next looks at everything, and a
 * queue that only grows would be taken for one that is too long. Lives on the event loop.
 */
public final class Dispatcher {
    private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);

    /**
     * After so long others on the event loop have their turn. Reconciles that need no answer end at once, and ten thousand of them after a restart would keep the
     * loop for seconds, in which a leader cannot renew its Lease.
     */
    private static final long TURN_NANOS = Duration.ofMillis(10).toNanos();

    /** Told of reconciles, for metrics. */
    public interface Listener {
        /** A reconcile begins. */
        void began(ResourceKey key);

        /** A reconcile ended, after so many nanoseconds; {@code fault} when it threw instead of answering. */
        void ended(ResourceKey key, Outcome outcome, long nanos, boolean fault);
    }

    private final WorkQueue<ResourceKey> queue;
    private final Function<ResourceKey, Uni<Outcome>> reconcile;
    private final TimeSource time;
    private final Listener listener;
    private final int maxConcurrentReconciles;
    private TimeSource.@Nullable Cancellable wakeUp;
    private boolean started;
    private boolean pumping;
    private @Nullable Runnable drained;

    public Dispatcher(
            WorkQueue<ResourceKey> queue,
            Function<ResourceKey, Uni<Outcome>> reconcile,
            TimeSource time,
            Listener listener,
            int maxConcurrentReconciles) {
        this.queue = queue;
        this.reconcile = reconcile;
        this.time = time;
        this.listener = listener;
        this.maxConcurrentReconciles = maxConcurrentReconciles;
    }

    /**
     * Begins to reconcile.
     *
     * @param known every key that there is now; later ones are asked for one by one
     */
    public void start(Collection<ResourceKey> known) {
        started = true;
        known.forEach(key -> queue.add(key, Priority.LOW, time.nanos()));
        pump();
    }

    /** Begins no new reconcile; when the last one has ended, at once when there is none, forgets what waits and calls back. */
    public void stop(Runnable whenDrained) {
        started = false;
        cancelWakeUp();
        drained = whenDrained;
        reportIfDrained();
    }

    /** Asks for a reconcile as soon as possible; without effect before the start and after a stop. */
    public void add(ResourceKey key) {
        add(key, Priority.HIGH, Duration.ZERO, () -> true);
    }

    /**
     * Asks for a reconcile because of an event; without effect before the start and after a stop.
     *
     * @param delay how long more events may be waited for
     * @param isNews false for the echo of our own write; asked at once, or after the running reconcile of the key
     */
    public void add(ResourceKey key, Priority priority, Duration delay, BooleanSupplier isNews) {
        if (started && queue.addEvent(key, priority, delay, isNews, time.nanos())) {
            pump();
        }
    }

    /** Asks for a reconcile if the last one failed, or if the present one will: something that it lacked may be there now. */
    public void addIfFailing(ResourceKey key, Priority priority) {
        add(key, priority, Duration.ZERO, () -> queue.failures(key) > 0);
    }

    /** Failures are counted anew, because the object of this name is another one. */
    public void forget(ResourceKey key) {
        queue.forget(key);
    }

    private void pump() {
        if (!started || pumping) {
            return;
        }
        pumping = true;
        try {
            long begin = time.nanos();
            while (queue.processing() < maxConcurrentReconciles && time.nanos() - begin < TURN_NANOS) {
                var next = queue.poll(time.nanos());
                if (next.isEmpty()) {
                    break;
                }
                begin(next.get());
            }
        } finally {
            pumping = false;
        }
        scheduleWakeUp();
    }

    private void begin(ResourceKey key) {
        long startedAt = time.nanos();
        listener.began(key);
        Uni<Outcome> result;
        try {
            result = reconcile.apply(key);
        } catch (RuntimeException fault) {
            result = Uni.createFrom().failure(fault);
        }
        result.subscribe().with(outcome -> end(key, outcome, startedAt, false), fault -> {
            // A reconcile answers with an outcome even when it fails, so this is a fault of ours.
            LOG.atError().addKeyValue("trainJob", key).setCause(fault).log("reconcile ended in a fault");
            end(key, Outcome.retry(), startedAt, true);
        });
    }

    private void end(ResourceKey key, Outcome outcome, long startedAt, boolean fault) {
        long now = time.nanos();
        queue.done(key, outcome, now);
        listener.ended(key, outcome, now - startedAt, fault);
        reportIfDrained();
        pump();
    }

    private void reportIfDrained() {
        @Nullable Runnable callback = drained;
        if (callback != null && queue.processing() == 0) {
            drained = null;
            queue.clear();
            callback.run();
        }
    }

    private void scheduleWakeUp() {
        cancelWakeUp();
        OptionalLong next = queue.nextWakeUp();
        if (next.isPresent() && queue.processing() < maxConcurrentReconciles) {
            long delay = Math.max(next.getAsLong() - time.nanos(), 0);
            wakeUp = time.after(Duration.ofNanos(delay), this::pump);
        }
    }

    private void cancelWakeUp() {
        if (wakeUp != null) {
            wakeUp.cancel();
            wakeUp = null;
        }
    }
}
