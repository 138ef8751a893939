package io.trainyard.core.queue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

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
    private final Share ofLow = new Share();
    private final Share withinAGroup = new Share();
    private long places;

    /** One turn in eight goes to a less urgent level that waits, to each in its turn; it begins anew when nobody waits. */
    private static final class Share {
        private int inARow;
        private int lastServed;

        int choose(TreeSet<Integer> levels) {
            TreeSet<Integer> below = new TreeSet<>(levels.tailSet(levels.first(), false));
            if (below.isEmpty()) {
                inARow = 0;
                return levels.first();
            }
            inARow++;
            if (inARow <= 7) {
                return levels.first();
            }
            inARow = 0;
            Integer next = below.higher(lastServed);
            lastServed = next == null ? below.first() : next;
            return lastServed;
        }

        void beginAnew() {
            inARow = 0;
            lastServed = 0;
        }
    }

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
            boolean rises = priority.compareTo(wish.priority) < 0;
            boolean hastens = at < wish.at && !wish.ready;
            wish.priority = rises ? priority : wish.priority;
            wish.at = hastens ? at : wish.at;
            if (rises || hastens) {
                wish.place = places++;
            }
        }
        wake(now);
        forgetTurns();
    }

    Optional<Integer> poll(long now) {
        wake(now);
        if (depth() == 0) {
            return Optional.empty();
        }
        Priority turn = whoseTurn();
        Optional<Integer> next = waiting.entrySet().stream()
                .filter(entry -> entry.getValue().ready && entry.getValue().priority == turn)
                .min(Comparator.comparing(entry -> entry.getValue().place))
                .map(Map.Entry::getKey);
        next.ifPresent(key -> inPass.put(key, waiting.remove(key).priority));
        forgetTurns();
        return next;
    }

    /** All keys are of one group. */
    private Priority whoseTurn() {
        TreeSet<Integer> levels = new TreeSet<>();
        TreeSet<Integer> urgent = new TreeSet<>();
        for (Wish wish : waiting.values()) {
            if (wish.ready) {
                boolean low = wish.priority == Priority.LOW;
                levels.add(low ? 1 : 0);
                if (!low) {
                    urgent.add(wish.priority.ordinal());
                }
            }
        }
        return ofLow.choose(levels) == 1 ? Priority.LOW : Priority.values()[withinAGroup.choose(urgent)];
    }

    private void forgetTurns() {
        if (depth() == 0) {
            ofLow.beginAnew();
        }
        if (waiting.values().stream().noneMatch(wish -> wish.ready && wish.priority != Priority.LOW)) {
            withinAGroup.beginAnew();
        }
    }

    void done(int key, Outcome outcome, long now) {
        wake(now);
        Priority done = inPass.remove(key);
        Priority priority = done == Priority.NEW ? Priority.HIGH : done;
        Wish wish = afterPass.remove(key);
        if (wish != null) {
            add(key, wish.priority, Math.max(wish.at, now), now);
        }
        if (outcome instanceof Outcome.Retry retry) {
            int count = failures.merge(key, 1, Integer::sum);
            boolean sinks = retry.needsChange() && priority == Priority.HIGH;
            add(
                    key,
                    sinks ? Priority.BULK : priority,
                    now + backoff.delay(count, chance).toNanos(),
                    now);
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
