package io.trainyard.core.plugin;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;

/** How the calls of one plugin have gone; written and read on any thread. */
final class CallStatistics {
    /** So many failures in a row, without one success, are not about one TrainJob any more. */
    static final int FAILURE_THRESHOLD = 5;

    private static final ExtensionPoint[] POINTS = ExtensionPoint.values();

    private final AtomicIntegerArray inARow = new AtomicIntegerArray(POINTS.length);
    private final AtomicLongArray violations = new AtomicLongArray(ContractViolation.values().length);

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
    long count(ContractViolation violation) {
        return violations.incrementAndGet(violation.ordinal());
    }

    long violations(ContractViolation violation) {
        return violations.get(violation.ordinal());
    }

    boolean keepsFailing(ExtensionPoint point) {
        return inARow.get(point.ordinal()) >= FAILURE_THRESHOLD;
    }

    /** What there is to say; empty when all is well. */
    List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        for (ExtensionPoint point : POINTS) {
            if (keepsFailing(point)) {
                warnings.add("keeps failing in " + point + " (" + inARow.get(point.ordinal()) + " times in a row)");
            }
        }
        if (violations(ContractViolation.BLOCKED) > 0) {
            warnings.add("kept the event loop, and therefore runs on threads of its own");
        }
        if (violations(ContractViolation.LEAKED_THREAD) > 0) {
            warnings.add("has left threads running");
        }
        return warnings;
    }
}
