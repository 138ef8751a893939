package io.trainyard.testcluster.faults;

import java.util.function.Predicate;

/**
 * An API server that lags behind: lists that permit it are answered from a past state, and watches bring nothing newer. Requests that ask for the present
 * get it, and writes go through. For any thread.
 */
public final class PastView {
    private final String resourceVersion;
    private final Predicate<ApiCall> calls;
    private final WatchHold watches;
    private volatile boolean over;

    PastView(String resourceVersion, Predicate<ApiCall> calls, WatchHold watches) {
        this.resourceVersion = resourceVersion;
        this.calls = calls;
        this.watches = watches;
    }

    /** The version of the state that is shown. */
    public String resourceVersion() {
        return resourceVersion;
    }

    boolean isFor(ApiCall call) {
        return !over && call.isList() && call.acceptsThePast() && calls.test(call);
    }

    /** The API server is up to date again; watches tell what happened meanwhile, step by step. */
    public void catchUp() {
        over = true;
        watches.release();
    }
}
