package io.trainyard.core.queue;

import io.trainyard.foundation.time.Delays;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleSupplier;
import java.util.function.Function;

/**
 * A queue of keys, each at most once. The caller takes a key when it has a free slot, reconciles what the key names once, and hands the
 * key back with the outcome:
 *
 * <ul>
 *   <li>Adding a key that waits keeps the more urgent priority and the earlier time; it never sinks and never waits longer.
 *   <li>Adding a key that is being reconciled, once or often, leads to exactly one further reconcile after it.
 *   <li>An event may turn out to be none, such as the echo of our own write, which may come before the answer to that write. So one that comes while its key is
 *       being reconciled is remembered, here and nowhere else, and looked at when that has ended.
 *   <li>Groups of keys take turns. Within a group the more urgent priority is served first, but one turn in eight goes to the others; within a priority first
 *       ready is first served. What is {@link Priority#LOW} is served after all groups, but for one turn in eight, too.
 *   <li>A key whose priority rises goes to the end of its new level.
 *   <li>A failed key waits with backoff, as does one that was decided from an old view; an event overtakes. Success ends the count of failures. Where only a
 *       change of something else helps, the key is repeated as {@link Priority#BULK}.
 * </ul>
 *
 * <p>Every call costs at most O(log n) for each key that changes place. Not thread-safe: one event loop owns it. Times are nanoseconds of
 * one clock that never goes backwards, as of {@link System#nanoTime()}.
 *
 * @param <K> the key; needs equals and hashCode
 */
public final class WorkQueue<K> {
    private final Backoff backoff;
    private final DoubleSupplier chance;
    private final QueueListener<? super K> listener;
    private final Function<? super K, ?> group;
    private final Map<K, Entry<K>> entries = new HashMap<>();
    private final TreeSet<Entry<K>> delayed = new TreeSet<>(Entry::byTime);
    private ReadyLine<K> ready = lines();
    private int readyCount;

    /** When the last one became ready: in the past, whoever is the next. */
    private long lastReadyAt;

    private int processingCount;
    private long nextSequence;

    /** An empty queue whose keys are all of one group; see the other constructor. */
    public WorkQueue(Backoff backoff, DoubleSupplier chance, QueueListener<? super K> listener) {
        this(backoff, chance, listener, key -> "");
    }

    /**
     * An empty queue.
     *
     * @param chance gives random numbers from 0 to less than 1, for the jitter
     * @param group the group of a key, such as its namespace; needs equals and hashCode, and is always the same for a key
     */
    public WorkQueue(
            Backoff backoff, DoubleSupplier chance, QueueListener<? super K> listener, Function<? super K, ?> group) {
        this.group = group;
        this.backoff = backoff;
        this.chance = chance;
        this.listener = listener;
    }

    private static <K> ReadyLine<K> lines() {
        ReadyLine<K> urgent = new GroupTurns<>(WorkQueue::linesOfGroup);
        ReadyLine<K> low = new GroupTurns<>(FirstReadyFirstServed::new);
        return new PriorityShares<>(
                Map.of(Priority.NEW, urgent, Priority.HIGH, urgent, Priority.BULK, urgent, Priority.LOW, low));
    }

    private static <K> ReadyLine<K> linesOfGroup() {
        return new PriorityShares<>(Map.of(
                Priority.NEW, new FirstReadyFirstServed<>(),
                Priority.HIGH, new FirstReadyFirstServed<>(),
                Priority.BULK, new FirstReadyFirstServed<>()));
    }

    /** Asks for a reconcile as soon as possible. */
    public void add(K key, Priority priority, long now) {
        addAfter(key, priority, Duration.ZERO, now);
    }

    /** Asks for a reconcile after some time, or earlier if something else asks for it. */
    public void addAfter(K key, Priority priority, Duration delay, long now) {
        wakeUp(now);
        Entry<K> entry = entries.computeIfAbsent(key, fresh -> new Entry<>(fresh, group.apply(fresh)));
        boolean rises = !entry.wanted || priority.compareTo(entry.priority) < 0;
        boolean hastens = !entry.wanted || now + Delays.nanos(delay) - entry.readyAt < 0;
        if (entry.state == Entry.State.READY ? !rises : !rises && !hastens) {
            return;
        }
        boolean fresh = entry.state == Entry.State.IDLE;
        leaveLine(entry);
        entry.want(priority, now + Delays.nanos(delay));
        if (entry.state != Entry.State.PROCESSING) {
            enterLine(entry, now, fresh);
        }
    }

    /**
     * Asks for a reconcile because of an event, if there is something new in it.
     *
     * @param isNews asked at once; while the key is being reconciled, when that has ended
     * @return true when the key waits for a reconcile now
     */
    public boolean addEvent(K key, Priority priority, Duration delay, BooleanSupplier isNews, long now) {
        Entry<K> entry = entries.get(key);
        if (entry != null && entry.state == Entry.State.PROCESSING) {
            entry.remember(new Entry.Event(priority, delay, isNews));
            return false;
        }
        if (!isNews.getAsBoolean()) {
            return false;
        }
        addAfter(key, priority, delay, now);
        return true;
    }

    /** The next key that is ready, which is being reconciled until {@link #done}; empty when none is ready. */
    public Optional<K> poll(long now) {
        wakeUp(now);
        Optional<Entry<K>> next = ready.poll();
        next.ifPresent(entry -> start(entry, now));
        return next.map(entry -> entry.key);
    }

    private void start(Entry<K> entry, long now) {
        readyCount--;
        entry.state = Entry.State.PROCESSING;
        entry.wanted = false;
        entry.runningPriority = entry.priority;
        entry.startedAt = now;
        processingCount++;
        listener.started(entry.key, now - entry.readyAt);
    }

    /**
     * Ends the reconcile of a key.
     *
     * @throws IllegalStateException when the key is not being reconciled
     */
    public void done(K key, Outcome outcome, long now) {
        Entry<K> entry = entries.get(key);
        if (entry == null || entry.state != Entry.State.PROCESSING) {
            throw new IllegalStateException("done, but not being reconciled: " + key);
        }
        wakeUp(now);
        entry.state = Entry.State.IDLE;
        processingCount--;
        listener.finished(key, now - entry.startedAt);
        if (outcome instanceof Outcome.Retry retry) {
            Priority atMost = retry.needsChange() ? Priority.BULK : Priority.NEW;
            retry(entry, retry.notBefore(), atMost, now);
        } else if (outcome instanceof Outcome.Requeue) {
            retry(entry, Duration.ZERO, Priority.NEW, now);
        } else {
            entry.failures = 0;
            if (outcome instanceof Outcome.RequeueAfter requeue) {
                entry.want(entry.runningPriority.afterwards(), now + Delays.nanos(requeue.delay()));
            }
        }
        if (entry.wanted) {
            enterLine(entry, now, true);
        } else {
            entries.remove(key);
        }
        for (Entry.Event event : entry.takeEvents()) {
            if (event.isNews().getAsBoolean()) {
                addAfter(key, event.priority(), event.delay(), now);
            }
        }
    }

    private void retry(Entry<K> entry, Duration notBefore, Priority atMost, long now) {
        entry.failures = Math.addExact(entry.failures, 1);
        long delay =
                Math.max(Delays.nanos(backoff.delay(entry.failures, chance.getAsDouble())), Delays.nanos(notBefore));
        entry.want(entry.runningPriority.afterwards().butAtMost(atMost), now + delay);
        listener.retried(entry.key, entry.failures);
    }

    /** Ends the count of failures of a key, for instance because its object was made anew. A request to reconcile it stays. */
    public void forget(K key) {
        Entry<K> entry = entries.get(key);
        if (entry != null) {
            entry.failures = 0;
        }
    }

    /**
     * Forgets every key that waits, and all failures.
     *
     * @throws IllegalStateException when a key is being reconciled
     */
    public void clear() {
        if (processingCount > 0) {
            throw new IllegalStateException("keys are being reconciled: " + processingCount);
        }
        entries.clear();
        delayed.clear();
        ready = lines();
        readyCount = 0;
        listener.cleared();
    }

    /** When {@link #poll} has something to return: a time in the past when it already has; empty when no key waits. */
    public OptionalLong nextWakeUp() {
        if (readyCount > 0) {
            return OptionalLong.of(lastReadyAt);
        }
        return delayed.isEmpty() ? OptionalLong.empty() : OptionalLong.of(delayed.first().readyAt);
    }

    /** Keys that are ready, as of the last call that gave the time. */
    public int depth() {
        return readyCount;
    }

    /** Keys that wait for their time. */
    public int delayed() {
        return delayed.size();
    }

    /** Keys that are being reconciled. */
    public int processing() {
        return processingCount;
    }

    /** Failures of a key in a row. */
    public int failures(K key) {
        Entry<K> entry = entries.get(key);
        return entry == null ? 0 : entry.failures;
    }

    /** Moves the keys whose time has come to the ends of their levels, the earliest first. */
    private void wakeUp(long now) {
        while (!delayed.isEmpty() && delayed.first().readyAt - now <= 0) {
            enterReady(delayed.pollFirst());
        }
    }

    private void enterLine(Entry<K> entry, long now, boolean fresh) {
        if (fresh) {
            listener.added(entry.key, entry.priority);
        }
        if (entry.readyAt - now > 0) {
            entry.state = Entry.State.DELAYED;
            entry.sequence = nextSequence++;
            delayed.add(entry);
        } else {
            // What was asked for during the last reconcile could not be granted before now.
            entry.readyAt = fresh ? now : entry.readyAt;
            enterReady(entry);
        }
    }

    private void enterReady(Entry<K> entry) {
        entry.state = Entry.State.READY;
        ready.add(entry);
        lastReadyAt = entry.readyAt;
        readyCount++;
        listener.ready(entry.key, entry.readyAt);
    }

    private void leaveLine(Entry<K> entry) {
        if (entry.state == Entry.State.DELAYED) {
            delayed.remove(entry);
        } else if (entry.state == Entry.State.READY) {
            ready.remove(entry);
            readyCount--;
        }
    }
}
