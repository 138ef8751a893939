package io.trainyard.local.controllers.toolkit;

import io.trainyard.local.client.ApiException;
import io.trainyard.local.time.TimeSource;
import io.vertx.core.AsyncResult;
import io.vertx.core.Context;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The keys of one controller: each waits at most once, has at most one pass at a time, and is tried again after a failure. Costs
 * nothing while nothing happens: there are timers only for keys that asked for one.
 */
final class PassQueue {
    private static final Logger LOG = LoggerFactory.getLogger(PassQueue.class);
    private static final Duration FIRST_RETRY = Duration.ofMillis(5);
    private static final Duration LONGEST_RETRY = Duration.ofSeconds(5);

    private static final int MOST_KNOWN = 1_000;

    /** Changes of objects that come in a burst need one pass, not one each. */
    private static final Duration PAUSE_AFTER_PASS = Duration.ofMillis(20);

    private final Controller controller;
    private final TimeSource time;
    private final Context context;
    private final Map<ObjectName, Entry> entries = new HashMap<>();
    private boolean stopped;

    PassQueue(Controller controller, TimeSource time, Context context) {
        this.controller = controller;
        this.time = time;
        this.context = context;
    }

    /** What is known of a key that waits, runs or ran a moment ago. */
    private static final class Entry {
        private boolean running;
        private boolean wanted;
        private boolean starting;
        private int failures;
        private Instant lastEnd = Instant.MIN;
        private @Nullable Instant due;
        private TimeSource.@Nullable Cancellable timer;
    }

    /** Asks for a pass at once. */
    void add(ObjectName key) {
        if (!stopped) {
            Entry entry = entries.computeIfAbsent(key, any -> new Entry());
            if (entry.running) {
                entry.wanted = true;
            } else {
                start(key, entry);
            }
        }
    }

    /** Asks for a pass, a moment later if there has just been one. */
    void addSoon(ObjectName key) {
        if (stopped) {
            return;
        }
        Entry entry = entries.computeIfAbsent(key, any -> new Entry());
        Instant now = time.clock().instant();
        if (entry.running) {
            at(key, entry, now.plus(PAUSE_AFTER_PASS));
        } else if (entry.lastEnd.equals(Instant.MIN)
                || !entry.lastEnd.plus(PAUSE_AFTER_PASS).isAfter(now)) {
            start(key, entry);
        } else {
            at(key, entry, entry.lastEnd.plus(PAUSE_AFTER_PASS));
        }
    }

    void stop() {
        stopped = true;
        entries.values().forEach(PassQueue::cancelTimer);
        entries.clear();
    }

    /** A pass at this time, or earlier if one is due earlier. */
    private void at(ObjectName key, Entry entry, Instant when) {
        if (stopped || entry.starting || (entry.due != null && !entry.due.isAfter(when))) {
            return;
        }
        cancelTimer(entry);
        entry.due = when;
        entry.timer = time.after(Duration.between(time.clock().instant(), when), () -> {
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

    /** Whoever asked is let finish first, so that several changes at once lead to one pass. */
    private void start(ObjectName key, Entry entry) {
        cancelTimer(entry);
        if (!entry.starting) {
            entry.starting = true;
            context.runOnContext(nothing -> run(key, entry));
        }
    }

    private void run(ObjectName key, Entry entry) {
        entry.starting = false;
        if (stopped) {
            return;
        }
        entry.running = true;
        entry.wanted = false;
        Future<Again> pass;
        try {
            pass = controller.reconcile(key);
        } catch (RuntimeException e) {
            pass = Future.failedFuture(e);
        }
        pass.onComplete(result -> finish(key, entry, result));
    }

    private void finish(ObjectName key, Entry entry, AsyncResult<Again> result) {
        entry.running = false;
        entry.lastEnd = time.clock().instant();
        if (stopped) {
            return;
        }
        if (result.failed()) {
            retry(key, entry, result.cause());
            return;
        }
        entry.failures = 0;
        result.result().delay().ifPresent(delay -> at(key, entry, entry.lastEnd.plus(delay)));
        if (entry.wanted) {
            start(key, entry);
        } else if (entries.size() > MOST_KNOWN) {
            forgetOld(entry.lastEnd.minus(PAUSE_AFTER_PASS));
        }
    }

    /** Entries that wait for nothing are only kept for the time of their last pass. */
    private void forgetOld(Instant limit) {
        entries.values()
                .removeIf(entry ->
                        !entry.running && !entry.starting && entry.timer == null && entry.lastEnd.isBefore(limit));
    }

    private void retry(ObjectName key, Entry entry, Throwable cause) {
        boolean stale = cause instanceof ApiException problem && (problem.isConflict() || problem.isNotFound());
        if (stale) {
            LOG.debug("{} {} looked at an old state: {}", controller.name(), key, cause.getMessage());
        } else if (cause instanceof ApiException) {
            LOG.warn("{} {} will be tried again: {}", controller.name(), key, cause.getMessage());
        } else {
            LOG.error("{} {} will be tried again", controller.name(), key, cause);
        }
        Duration delay = FIRST_RETRY.multipliedBy(1L << Math.min(entry.failures, 20));
        entry.failures++;
        at(key, entry, entry.lastEnd.plus(delay.compareTo(LONGEST_RETRY) < 0 ? delay : LONGEST_RETRY));
    }
}
