package io.trainyard.core.queue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The rules of the queue in the plainest form: lists, sorted anew at every call. The real queue must give the same answers. */
final class NaiveQueue {
    private static final class Wish {
        Priority priority;
        long at;
        long place;
        boolean ready;
    }

    private final Backoff backoff;
    private final double chance;
    private final Map<Integer, Wish> waiting = new HashMap<>();
    private final Map<Integer, Wish> afterPass = new HashMap<>();
    private final Map<Integer, Priority> inPass = new HashMap<>();
    private final Map<Integer, Integer> failures = new HashMap<>();
    private long places;

    NaiveQueue(Backoff backoff, double chance) {
        this.backoff = backoff;
        this.chance = chance;
    }

    void add(int key, Priority priority, long at, long now) {
        wake(now);
        Map<Integer, Wish> wishes = inPass.containsKey(key) ? afterPass : waiting;
        Wish wish = wishes.get(key);
        if (wish == null) {
            wish = new Wish();
            wish.priority = priority;
            wish.at = at;
            wish.place = places++;
            wishes.put(key, wish);
        } else {
            boolean rises = priority == Priority.HIGH && wish.priority == Priority.LOW;
            boolean hastens = at < wish.at && !wish.ready;
            wish.priority = rises ? priority : wish.priority;
            wish.at = hastens ? at : wish.at;
            if (rises || hastens) {
                wish.place = places++;
            }
        }
        wake(now);
    }

    Optional<Integer> poll(long now) {
        wake(now);
        Optional<Integer> next = waiting.entrySet().stream()
                .filter(entry -> entry.getValue().ready)
                .min(Comparator.<Map.Entry<Integer, Wish>, Priority>comparing(entry -> entry.getValue().priority)
                        .thenComparing(entry -> entry.getValue().place))
                .map(Map.Entry::getKey);
        next.ifPresent(key -> inPass.put(key, waiting.remove(key).priority));
        return next;
    }

    void done(int key, Outcome outcome, long now) {
        wake(now);
        Priority priority = inPass.remove(key);
        Wish wish = afterPass.remove(key);
        if (wish != null) {
            add(key, wish.priority, Math.max(wish.at, now), now);
        }
        if (outcome instanceof Outcome.Retry) {
            int count = failures.merge(key, 1, Integer::sum);
            add(key, priority, now + backoff.delay(count, chance).toNanos(), now);
        } else {
            failures.remove(key);
            if (outcome instanceof Outcome.RequeueAfter again) {
                add(key, priority, now + again.delay().toNanos(), now);
            }
        }
    }

    Set<Integer> known() {
        Set<Integer> known = new HashSet<>(waiting.keySet());
        known.addAll(inPass.keySet());
        return known;
    }

    List<Integer> passes() {
        return new ArrayList<>(inPass.keySet());
    }

    int depth() {
        return (int) waiting.values().stream().filter(wish -> wish.ready).count();
    }

    private void wake(long now) {
        waiting.values().stream()
                .filter(wish -> !wish.ready && wish.at <= now)
                .sorted(Comparator.<Wish>comparingLong(wish -> wish.at).thenComparing(wish -> wish.place))
                .forEach(wish -> {
                    wish.ready = true;
                    wish.place = places++;
                });
    }
}
