package io.trainyard.core.kube;

/** Told of what watches need to be put right, for metrics. Called on the owning context. */
public interface WatchObserver {
    /** Counts nothing. */
    WatchObserver NONE = new WatchObserver() {
        @Override
        public void reopened(String kind, Reason reason) {}

        @Override
        public void compared(String kind, Result result) {}

        @Override
        public void missed(String kind, int objects) {}
    };

    /** Why a watch was opened anew. */
    enum Reason {
        /** It ended for good. */
        ENDED,
        /** It was not open for long, or its list did not come. */
        STUCK,
        /** Something failed while an event was worked on, which may be lost. */
        ERROR,
        /** A comparison found that its cache was not as it should be. */
        MISSED,
        /** The API server's store was restored from a backup. */
        RESTORED,
        /** A write failed because the kind is not served. */
        DOUBTED
    }

    /** What came of a comparison of a cache with a list. */
    enum Result {
        EQUAL,
        CORRECTED,
        FAILED
    }

    /** @param kind plural and group */
    void reopened(String kind, Reason reason);

    void compared(String kind, Result result);

    /** @param objects how many a comparison found that were missing, outdated, or should have been gone */
    void missed(String kind, int objects);
}
