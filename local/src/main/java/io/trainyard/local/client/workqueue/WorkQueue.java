package io.trainyard.local.client.workqueue;

import io.trainyard.foundation.time.Delays;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.local.client.ApiException;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The keys of one controller: each waits at most once, is reconciled at most once at a time, and again after a failure. Different keys do not
 * wait for each other. Costs nothing while nothing happens: there are timers only for keys that asked for one. A wall clock that is set delays nobody.
 * Lives on one event loop.
 *
 * @param <K> keys; with a text that logs can show
 */
public final class WorkQueue<K> {
    private static final Logger LOG = LoggerFactory.getLogger(WorkQueue.class);
    private static final Duration MIN_BACKOFF = Duration.ofMillis(5);
    private static final Duration MAX_BACKOFF = Duration.ofSeconds(5);

    private static final int MAX_IDLE_ENTRIES = 1_000;

    /** Changes of objects that come in a burst need to be looked at once, not once each. */
    private static final Duration PAUSE_AFTER_RECONCILE = Duration.ofMillis(20);

    private final String name;
    private final Function<K, Future<Result>> reconciler;
    private final TimeSource time;
    private final Executor loop;
    private final Map<K, Entry> entries = new HashMap<>();
    private boolean stopped;

    /**
     * A queue in front of a reconciler.
     *
     * @param name for logs, such as {@code job}
     * @param reconciler looks at a key, without blocking; its future completes on the event loop, and a failure means to try again after a while
     *     (5 ms, doubled up to 5 s)
     * @param loop runs an action on the event loop, never before the present one has ended
     */
    public WorkQueue(String name, Function<K, Future<Result>> reconciler, TimeSource time, Executor loop) {
        this.name = name;
        this.reconciler = reconciler;
        this.time = time;
        this.loop = loop;
    }

    /** What is known of a key that waits, runs or ran a moment ago. */
    private static final class Entry {
        private boolean running;
        private boolean wanted;
        private boolean starting;
        private int failures;
        private long begin;
        private @Nullable Long lastEnd;
        private @Nullable Long due;
        private TimeSource.@Nullable Cancellable timer;
    }

    /** The key is to be reconciled at once. */
    public void add(K key) {
        if (!stopped) {
            Entry entry = entries.computeIfAbsent(key, any -> new Entry());
            if (entry.running) {
                entry.wanted = true;
            } else {
                start(key, entry);
            }
        }
    }

    /** The key is to be reconciled at once, or a moment later if it has just been. */
    public void addSoon(K key) {
        if (stopped) {
            return;
        }
        Entry entry = entries.computeIfAbsent(key, any -> new Entry());
        long now = time.nanos();
        @Nullable Long lastEnd = entry.lastEnd;
        if (entry.running) {
            at(key, entry, now + PAUSE_AFTER_RECONCILE.toNanos());
        } else if (lastEnd == null || hasRested(lastEnd, now)) {
            start(key, entry);
        } else {
            at(key, entry, lastEnd + PAUSE_AFTER_RECONCILE.toNanos());
        }
    }

    private static boolean hasRested(long lastEnd, long now) {
        return now - lastEnd >= PAUSE_AFTER_RECONCILE.toNanos();
    }

    /** Nothing more is reconciled; what is under way ends by itself. */
    public void stop() {
        stopped = true;
        entries.values().forEach(WorkQueue::cancelTimer);
        entries.clear();
    }

    /** Reconciles at this time, or earlier if that is due earlier. */
    private void at(K key, Entry entry, long when) {
        if (stopped || entry.starting || (entry.due != null && entry.due - when <= 0)) {
            return;
        }
        cancelTimer(entry);
        entry.due = when;
        entry.timer = time.after(Duration.ofNanos(when - time.nanos()), () -> {
            entry.timer = null;
            entry.due = null;
            add(key);
        });
    }

    private static void cancelTimer(Entry entry) {
        if (entry.timer != null) {
            entry.timer.cancel();
            entry.timer = null;
            entry.due = null;
        }
    }

    /** Whoever asked is let finish first, so that several changes at once lead to one look. */
    private void start(K key, Entry entry) {
        cancelTimer(entry);
        if (!entry.starting) {
            entry.starting = true;
            loop.execute(() -> run(key, entry));
        }
    }

    private void run(K key, Entry entry) {
        entry.starting = false;
        if (stopped) {
            return;
        }
        entry.running = true;
        entry.wanted = false;
        entry.begin = time.nanos();
        Future<Result> result;
        try {
            result = reconciler.apply(key);
        } catch (RuntimeException e) {
            result = Future.failedFuture(e);
        }
        result.onComplete(end -> finish(key, entry, end));
    }

    private void finish(K key, Entry entry, AsyncResult<Result> result) {
        long now = time.nanos();
        entry.running = false;
        entry.lastEnd = now;
        if (stopped) {
            return;
        }
        if (result.failed()) {
            retry(key, entry, result.cause(), now);
            return;
        }
        entry.failures = 0;
        // Reckoned from the state at the begin: what the requests took does not make a deadline late.
        result.result()
                .requeueAfter()
                .ifPresent(delay -> at(key, entry, now + Math.max(0, Delays.nanos(delay) - (now - entry.begin))));
        if (entry.wanted) {
            start(key, entry);
        } else if (entries.size() > MAX_IDLE_ENTRIES) {
            forgetOld(now);
        }
    }

    /** Entries that wait for nothing are only kept for the time at which they last ended. */
    private void forgetOld(long now) {
        entries.values()
                .removeIf(entry -> !entry.running
                        && !entry.starting
                        && entry.timer == null
                        && (entry.lastEnd == null || hasRested(entry.lastEnd, now)));
    }

    private void retry(K key, Entry entry, Throwable cause, long now) {
        boolean stale = cause instanceof ApiException problem && (problem.isConflict() || problem.isNotFound());
        if (stale) {
            LOG.debug("{} {} saw an old state: {}", name, key, cause.getMessage());
        } else if (cause instanceof ApiException) {
            LOG.warn("{} {} will be retried: {}", name, key, cause.getMessage());
        } else {
            LOG.error("{} {} will be retried", name, key, cause);
        }
        Duration delay = MIN_BACKOFF.multipliedBy(1L << Math.min(entry.failures, 20));
        entry.failures++;
        at(key, entry, now + (delay.compareTo(MAX_BACKOFF) < 0 ? delay : MAX_BACKOFF).toNanos());
    }
}
