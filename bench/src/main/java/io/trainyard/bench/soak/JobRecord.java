package io.trainyard.bench.soak;

import org.jspecify.annotations.Nullable;

/** What has become of one TrainJob, as somebody sees who watches. Times are those of {@link System#nanoTime()}; for one thread at a time. */
final class JobRecord {
    private final long created;
    private long jobSetSeen;
    private @Nullable String jobSetUid;
    private @Nullable String end;

    JobRecord(long created) {
        this.created = created;
    }

    /**
     * Its JobSet was seen.
     *
     * @return whether it is another one than before
     */
    synchronized boolean jobSet(String uid, long now) {
        if (jobSetUid == null) {
            jobSetUid = uid;
            jobSetSeen = now;
            return false;
        }
        return !jobSetUid.equals(uid);
    }

    /**
     * It has ended.
     *
     * @return whether it had another end before, or none any more
     */
    synchronized boolean end(String terminal) {
        if (terminal.isEmpty()) {
            return end != null;
        }
        boolean another = end != null && !terminal.equals(end);
        end = terminal;
        return another;
    }

    /** Whether it was created after a moment. */
    boolean isYoungerThan(long moment) {
        return created - moment > 0;
    }

    synchronized boolean hasJobSet() {
        return jobSetUid != null;
    }

    synchronized boolean hasEnded() {
        return end != null;
    }

    /** From its creation to its JobSet, or so far, in milliseconds. */
    synchronized long waited(long now) {
        return ((jobSetUid == null ? now : jobSetSeen) - created) / 1_000_000;
    }
}
