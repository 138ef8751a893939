package io.trainyard.core.plugin;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;

/** How the calls of one plugin have gone; written and read on any thread. */
final class CallRecord {
    /** So many failures in a row, without one success, are not about one TrainJob any more. */
    static final int MANY = 5;

    private static final ExtensionPoint[] POINTS = ExtensionPoint.values();

    private final AtomicIntegerArray inARow = new AtomicIntegerArray(POINTS.length);
    private final AtomicLongArray faults = new AtomicLongArray(Fault.values().length);

    void succeeded(ExtensionPoint point) {
        // Reading first keeps the usual case free of writes.
        if (inARow.get(point.ordinal()) != 0) {
            inARow.set(point.ordinal(), 0);
        }
    }

    void failed(ExtensionPoint point) {
        inARow.incrementAndGet(point.ordinal());
    }

    /** How often that has happened, this time included. */
    long count(Fault fault) {
        return faults.incrementAndGet(fault.ordinal());
    }

    long faults(Fault fault) {
        return faults.get(fault.ordinal());
    }

    boolean keepsFailing(ExtensionPoint point) {
        return inARow.get(point.ordinal()) >= MANY;
    }

    /** What there is to say; empty when all is well. */
    List<String> troubles() {
        List<String> troubles = new ArrayList<>();
        for (ExtensionPoint point : POINTS) {
            if (keepsFailing(point)) {
                troubles.add("keeps failing in " + point + " (" + inARow.get(point.ordinal()) + " times in a row)");
            }
        }
        if (faults(Fault.BLOCKED) > 0) {
            troubles.add("kept the event loop, and therefore runs on threads of its own");
        }
        if (faults(Fault.LEAKED_THREAD) > 0) {
            troubles.add("has left threads running");
        }
        return troubles;
    }
}
