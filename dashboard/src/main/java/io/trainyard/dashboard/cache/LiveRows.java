package io.trainyard.dashboard.cache;

import io.trainyard.core.view.JobObjects;
import io.trainyard.dashboard.view.JobKey;
import io.trainyard.dashboard.view.JobRow;
import io.trainyard.dashboard.view.JobViews;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.spi.model.ResourceKey;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainJob;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Function;

/**
 * The rows of all jobs, made again when something of a job has changed: changes that come together make one row, and a few rows are made at a time so that the
 * event loop stays free. Lives on one event loop; changes may come from any thread.
 */
final class LiveRows {
    private static final Duration GATHER = Duration.ofMillis(20);
    private static final Duration GO_ON = Duration.ofMillis(1);
    private static final int AT_ONCE = 100;

    private final TimeSource time;
    private final Executor loop;
    private final Function<TrainJob, JobObjects> objects;
    private final Function<TrainJob, Optional<RuntimeResource>> runtimes;
    private final Map<ResourceKey, Known> rows = new HashMap<>();
    /** What is to be looked at; an empty value for a job that is gone. */
    private final Map<ResourceKey, Optional<TrainJob>> changed = new LinkedHashMap<>();

    private final List<JobViews.Listener> listeners = new ArrayList<>();
    private long version;
    private boolean begun;
    private boolean ready;
    private boolean scheduled;

    /**
     * A row and what was last heard of its job.
     *
     * @param version another one after each change of anything of the job
     */
    record Known(TrainJob trainJob, JobRow row, long version) {}

    /**
     * @param objects a TrainJob with its JobSet and pods, as far as is known
     * @param runtimes the runtime that a TrainJob names
     */
    LiveRows(
            TimeSource time,
            Executor loop,
            Function<TrainJob, JobObjects> objects,
            Function<TrainJob, Optional<RuntimeResource>> runtimes) {
        this.time = time;
        this.loop = loop;
        this.objects = objects;
        this.runtimes = runtimes;
    }

    /** Makes the rows of these, then of what changes. On the event loop. */
    void begin(Collection<TrainJob> all) {
        begun = true;
        all.forEach(trainJob -> changed.putIfAbsent(trainJob.key(), Optional.of(trainJob)));
        makeRows();
    }

    /** A TrainJob is there, or is another now. */
    void changed(TrainJob trainJob) {
        loop.execute(() -> note(trainJob.key(), Optional.of(trainJob)));
    }

    /** A TrainJob is gone. */
    void removed(ResourceKey key) {
        loop.execute(() -> note(key, Optional.empty()));
    }

    /** Something that belongs to a TrainJob has changed, or what it is made from. */
    void touched(ResourceKey key) {
        loop.execute(() -> Optional.ofNullable(rows.get(key)).ifPresent(known -> {
            if (!changed.containsKey(key)) {
                note(key, Optional.of(known.trainJob()));
            }
        }));
    }

    private void note(ResourceKey key, Optional<TrainJob> trainJob) {
        changed.put(key, trainJob);
        if (begun && !scheduled) {
            scheduled = true;
            time.after(GATHER, this::makeRows);
        }
    }

    private void makeRows() {
        scheduled = false;
        Iterator<Map.Entry<ResourceKey, Optional<TrainJob>>> next =
                changed.entrySet().iterator();
        for (int made = 0; made < AT_ONCE && next.hasNext(); made++) {
            Map.Entry<ResourceKey, Optional<TrainJob>> change = next.next();
            next.remove();
            makeRow(change.getKey(), change.getValue());
        }
        if (!changed.isEmpty()) {
            scheduled = true;
            time.after(GO_ON, this::makeRows);
        } else if (!ready) {
            ready = true;
            List.copyOf(listeners).forEach(JobViews.Listener::ready);
        }
    }

    private void makeRow(ResourceKey key, Optional<TrainJob> present) {
        if (present.isEmpty()) {
            if (rows.remove(key) != null) {
                List.copyOf(listeners).forEach(listener -> listener.removed(new JobKey(key.namespace(), key.name())));
            }
            return;
        }
        TrainJob trainJob = present.get();
        Optional<JobRow> before = find(key).map(Known::row);
        JobRow row = JobRows.of(objects.apply(trainJob), runtimes.apply(trainJob), before);
        rows.put(key, new Known(trainJob, row, ++version));
        if (before.filter(row::equals).isEmpty()) {
            List.copyOf(listeners).forEach(listener -> listener.changed(row));
        }
    }

    /** A row; empty when there is no such job, or its row was not made yet. On the event loop. */
    Optional<Known> find(ResourceKey key) {
        return Optional.ofNullable(rows.get(key));
    }

    /** Tells of all rows, then of each change. From any thread. */
    JobViews.Subscription watch(JobViews.Listener listener) {
        loop.execute(() -> {
            listeners.add(listener);
            rows.values().forEach(known -> listener.changed(known.row()));
            if (ready) {
                listener.ready();
            }
        });
        return () -> loop.execute(() -> listeners.remove(listener));
    }
}
