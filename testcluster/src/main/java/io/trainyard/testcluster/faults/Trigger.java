package io.trainyard.testcluster.faults;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;

/** An action for the first moment that fits. Safe for use by several threads. */
public final class Trigger implements AutoCloseable {
    private final Failpoint point;
    private final Predicate<Moment> moments;
    private final Runnable action;
    private final AtomicBoolean armed = new AtomicBoolean(true);
    private volatile boolean fired;

    Trigger(Failpoint point, Predicate<Moment> moments, Runnable action) {
        this.point = point;
        this.moments = moments;
        this.action = action;
    }

    /** Whether the moment has come. */
    public boolean fired() {
        return fired;
    }

    @Override
    public void close() {
        armed.set(false);
    }

    /** True once. */
    boolean isFor(Moment moment) {
        boolean now = moment.point() == point && armed.get() && moments.test(moment) && armed.getAndSet(false);
        fired |= now;
        return now;
    }

    Runnable action() {
        return action;
    }
}
