package io.trainyard.testcluster.faults;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/** A fault, and the requests that it is for; until it is closed. Safe for use by several threads. */
public final class Injection implements AutoCloseable {
    private final Fault fault;
    private final Predicate<ApiCall> calls;
    private final int first;
    private final int last;
    private final AtomicInteger seen = new AtomicInteger();
    private final AtomicInteger hits = new AtomicInteger();
    private volatile boolean closed;

    Injection(Fault fault, Predicate<ApiCall> calls, int first, int last) {
        this.fault = fault;
        this.calls = calls;
        this.first = first;
        this.last = last;
    }

    /** How many requests it has met. */
    public int hits() {
        return hits.get();
    }

    @Override
    public void close() {
        closed = true;
    }

    Fault fault() {
        return fault;
    }

    /** To be asked once for each request. */
    boolean isFor(ApiCall call) {
        if (closed || !calls.test(call)) {
            return false;
        }
        int number = seen.incrementAndGet();
        boolean hit = number >= first && number <= last;
        if (hit) {
            hits.incrementAndGet();
        }
        return hit;
    }
}
