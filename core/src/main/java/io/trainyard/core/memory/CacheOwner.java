package io.trainyard.core.memory;

import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The owners of caches that grow by what others send, each with its limit; all limits together stay below 48 MiB. Each owner has one cache in a process.
 * For any thread.
 */
public enum CacheOwner {
    DASHBOARD_RIGHTS(2048),
    DASHBOARD_USERS(1024),
    DASHBOARD_SENDERS(512),
    DASHBOARD_TOKENS(512),
    DASHBOARD_TOTAL(1),
    DASHBOARD_LISTS(2048),
    DASHBOARD_LINES(1024),
    DASHBOARD_PAGES(1024),
    DASHBOARD_TRACES(1024),
    SCRAPING_USERS(256),
    SCRAPING_RIGHTS(256),
    SCRAPING_TOKENS(128),
    SCRAPING_SENDERS(512),
    SCRAPING_TOTAL(1),
    REPORT_DECISIONS(3072),
    REPORT_SENDERS(1024),
    REPORTING_PODS(2048),
    REPORTING_JOBS(1024),
    REPORTING_OWNERS(512),
    REPORTS(13824),
    OUTLINED_OBJECTS(2048),
    REVIEW_READS(1),
    COUNTER_WRITES(256),
    EVENTS(2048),
    RUNTIME_TEXTS(1024),
    RUNTIME_DEFINITIONS(3072),
    SNAPSHOT_TEXTS(1024),
    SNAPSHOT_DIGESTS(1024),
    TRAIN_JOB_METERS(4096),
    JOB_SET_METERS(512),
    DEMAND_METERS(2048);

    private final int maxBytes;
    private final AtomicLong bytes = new AtomicLong();

    CacheOwner(int kibibytes) {
        this.maxBytes = kibibytes << 10;
    }

    /** How much it may remember. */
    public int maxBytes() {
        return maxBytes;
    }

    /** About how much it remembers now. */
    public long bytes() {
        return bytes.get();
    }

    void count(int added) {
        bytes.addAndGet(added);
    }

    /** Its name in metrics. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
