package io.trainyard.dashboard.feed;

import io.trainyard.dashboard.view.JobKey;
import io.trainyard.dashboard.view.JobRow;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * All rows, each with the number of its last change. A reader only has to know up to which number he has seen them: however many look, and however
 * slowly, nothing is kept for one of them. Not thread-safe.
 */
public final class Feed {
    private final int maxRemoved;
    private final Map<JobKey, Change> current = new HashMap<>();
    private final NavigableMap<Long, Change> changes = new TreeMap<>();
    private final NavigableMap<Long, JobKey> removed = new TreeMap<>();
    private long version;
    private long oldest;

    /**
     * The last change of a job.
     *
     * @param row empty when the job is gone
     */
    record Change(long version, JobKey key, Optional<EncodedRow> row) {}

    /**
     * @param maxRemoved how many jobs that are gone are remembered; who has not heard of an older one begins anew
     */
    public Feed(int maxRemoved) {
        this.maxRemoved = maxRemoved;
    }

    /**
     * A job is there, or is another now.
     *
     * @return false when nobody would see a difference
     */
    public boolean put(JobRow row) {
        Change known = current.get(row.key());
        if (known != null && known.row().isPresent() && known.row().get().row().equals(row)) {
            return false;
        }
        record(row.key(), Optional.of(EncodedRow.of(row)));
        return true;
    }

    /**
     * A job is gone.
     *
     * @return false when it was not there
     */
    public boolean remove(JobKey key) {
        Change known = current.get(key);
        if (known == null || known.row().isEmpty()) {
            return false;
        }
        record(key, Optional.empty());
        removed.put(version, key);
        if (removed.size() > maxRemoved) {
            Map.Entry<Long, JobKey> forgotten = removed.pollFirstEntry();
            oldest = forgotten.getKey();
            changes.remove(oldest);
            current.remove(forgotten.getValue());
        }
        return true;
    }

    private void record(JobKey key, Optional<EncodedRow> row) {
        version++;
        Change change = new Change(version, key, row);
        Change before = current.put(key, change);
        if (before != null) {
            changes.remove(before.version());
            removed.remove(before.version());
        }
        changes.put(version, change);
    }

    /** Number of the last change. */
    public long version() {
        return version;
    }

    /** Whether what changed since then is still known. */
    boolean reachesBackTo(long since) {
        return since >= oldest && since <= version;
    }

    /** What changed since then, the oldest first. A copy. */
    List<Change> since(long since) {
        return new ArrayList<>(changes.tailMap(since, false).values());
    }

    /** All rows, the newest jobs first. A copy. */
    public List<JobRow> rows() {
        return encoded().stream().map(EncodedRow::row).toList();
    }

    /** All rows that are there, the newest jobs first. A copy. */
    Collection<EncodedRow> encoded() {
        return changes.values().stream()
                .flatMap(change -> change.row().stream())
                .sorted((a, b) -> {
                    int byAge = b.row()
                            .summary()
                            .created()
                            .compareTo(a.row().summary().created());
                    return byAge != 0 ? byAge : a.row().key().compareTo(b.row().key());
                })
                .toList();
    }

    /** The namespaces with jobs. */
    public Set<String> namespaces() {
        Set<String> found = new TreeSet<>();
        current.forEach((key, change) -> {
            if (change.row().isPresent()) {
                found.add(key.namespace());
            }
        });
        return found;
    }
}
