package io.trainyard.core.plugin;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** How the calls of one plugin have gone; written and read on any thread. */
final class CallStatistics {
    /** So many failures in a row, without one success, are not about one TrainJob any more. */
    static final int FAILURE_THRESHOLD = 5;

    // Both hold every key from the start and are never changed, so that each thread may read them.
    private final Map<ExtensionPoint, AtomicInteger> inARow = new EnumMap<>(ExtensionPoint.class);
    private final Map<ContractViolation, AtomicLong> violations = new EnumMap<>(ContractViolation.class);

    CallStatistics() {
        for (ExtensionPoint point : ExtensionPoint.values()) {
            inARow.put(point, new AtomicInteger());
        }
        for (ContractViolation violation : ContractViolation.values()) {
            violations.put(violation, new AtomicLong());
        }
    }

    void succeeded(ExtensionPoint point) {
        AtomicInteger failures = failures(point);
        // Reading first keeps the usual case free of writes.
        if (failures.get() != 0) {
            failures.set(0);
        }
    }

    void failed(ExtensionPoint point) {
        failures(point).incrementAndGet();
    }

    /** How often that has happened, this time included. */
    long count(ContractViolation violation) {
        return occurrences(violation).incrementAndGet();
    }

    long violations(ContractViolation violation) {
        return occurrences(violation).get();
    }

    boolean keepsFailing(ExtensionPoint point) {
        return failures(point).get() >= FAILURE_THRESHOLD;
    }

    /** What there is to say; empty when all is well. */
    List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        for (ExtensionPoint point : inARow.keySet()) {
            if (keepsFailing(point)) {
                warnings.add("keeps failing in " + point + " (" + failures(point) + " times in a row)");
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

    private AtomicInteger failures(ExtensionPoint point) {
        return Objects.requireNonNull(inARow.get(point));
    }

    private AtomicLong occurrences(ContractViolation violation) {
        return Objects.requireNonNull(violations.get(violation));
    }
}
