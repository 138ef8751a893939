package io.trainyard.local.kubelet.process;

import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/**
 * Work that costs the same for one as for many: those who come while it is under way are waiting together for the next round. Blocks; safe for several
 * threads.
 *
 * @param <T> what each of them wants to have done
 */
final class GroupCommit<T> {
    private final Work<T> work;
    private final Object round = new Object();
    private final Set<T> waiting = new HashSet<>();

    /** What is done in one round. */
    interface Work<T> {
        /** Does it for all of these; one round at a time. */
        void run(Set<T> items) throws IOException, InterruptedException;
    }

    GroupCommit(Work<T> work) {
        this.work = work;
    }

    /** Returns when a round that began after this call has done it; fails as that round does, if this call has led it. */
    void submit(T item) throws IOException, InterruptedException {
        synchronized (waiting) {
            waiting.add(item);
        }
        synchronized (round) {
            Set<T> items = next(item);
            if (items.isEmpty()) {
                return;
            }
            boolean done = false;
            try {
                work.run(items);
                done = true;
            } finally {
                if (!done) {
                    giveBack(items, item);
                }
            }
        }
    }

    /** How many wait for the next round. */
    int waiting() {
        synchronized (waiting) {
            return waiting.size();
        }
    }

    /** All that wait; none when somebody else has done this one meanwhile. */
    private Set<T> next(T item) {
        synchronized (waiting) {
            if (!waiting.contains(item)) {
                return Set.of();
            }
            Set<T> items = Set.copyOf(waiting);
            waiting.clear();
            return items;
        }
    }

    /** The others try for themselves. */
    private void giveBack(Set<T> items, T mine) {
        synchronized (waiting) {
            waiting.addAll(items);
            waiting.remove(mine);
        }
    }
}
