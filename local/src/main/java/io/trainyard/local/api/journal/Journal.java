package io.trainyard.local.api.journal;

import io.trainyard.foundation.time.Blocking;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.local.api.store.Change;
import io.trainyard.local.api.store.GroupResource;
import io.trainyard.local.api.store.ObjectKey;
import io.trainyard.local.api.store.ObjectStore;
import io.trainyard.local.api.store.StoredObject;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Remembers every write of a store in a file, and fills a store from it. Writes that come while the file is being written go into it together. What
 * {@link #written} has told outlives the death of the process; the machine may lose the last second. Lives on the event loop that owns the store.
 */
public final class Journal {
    private static final Logger LOG = LoggerFactory.getLogger(Journal.class);
    private static final Future<Void> DONE = Future.succeededFuture();
    private static final Duration FORCE_INTERVAL = Duration.ofSeconds(1);
    private static final Duration RETRY_INTERVAL = Duration.ofSeconds(1);
    private static final long MIN_COMPACTED_BYTES = 4 << 20;
    private static final int MAX_GROWTH = 3;

    /** Versions that clients may have seen of writes that came to nothing are never given out again. */
    private static final long REVISION_STEP = 1_000_000;

    private final WorkerExecutor worker;
    private final TimeSource time;
    private final JournalFile file;
    private final Map<Place, Long> unchanging = new LinkedHashMap<>();
    private JournalFile.@Nullable Opened opened;
    private List<JournalEntry> pending = new ArrayList<>();
    private Promise<Void> next = Promise.promise();
    private boolean busy;
    private boolean forcing;
    private @Nullable ObjectStore store;
    private Future<Void> underWay = DONE;
    private long compactionThreshold = MIN_COMPACTED_BYTES;

    private record Place(GroupResource resource, ObjectKey key) {}

    /** Stands for no object: its entries only say which versions were given out. */
    private static final Place NOTHING = new Place(new GroupResource("", ""), new ObjectKey("", ""));

    private Journal(WorkerExecutor worker, TimeSource time, JournalFile.Opened opened) {
        this.worker = worker;
        this.time = time;
        this.file = opened.file();
        this.opened = opened;
    }

    /**
     * Opens the journal in a file, which is made if there is none. Call it on the event loop of the store.
     *
     * @return fails with an {@link UnusableJournalException} or an {@link IOException} when it cannot be used
     */
    public static Future<Journal> open(Vertx vertx, TimeSource time, Path file) {
        WorkerExecutor worker = vertx.createSharedWorkerExecutor("trainyard-journal-" + file, 1);
        Instant now = time.now();
        return onWorker(worker, () -> JournalFile.open(file, now))
                .map(opened -> new Journal(worker, time, opened))
                .onFailure(unusable -> worker.close());
    }

    /** When the first server of these objects started. */
    public Instant created() {
        return file.created();
    }

    /**
     * Brings a store to where the journal ends, and follows it from then on. What is in the store already is taken to be put there at every start, so it is
     * written down only once it changes.
     *
     * @return completes when the versions that are given out from now on can never be given out again
     */
    public Future<Void> follow(ObjectStore objects) {
        JournalFile.Opened before = Objects.requireNonNull(opened, "a journal follows one store");
        opened = null;
        store = objects;
        objects.all().forEach(object -> unchanging.put(placeOf(object), object.revision()));
        for (JournalEntry entry : latest(before.entries())) {
            if (entry.object() == null) {
                objects.restoreRemoval(entry.resource(), entry.key(), entry.revision());
            } else {
                objects.restore(entry.resource(), entry.key(), entry.object(), entry.revision());
            }
        }
        objects.startAt((Math.max(objects.revision(), before.revision()) / REVISION_STEP + 1) * REVISION_STEP);
        compactionThreshold = limit(file.length());
        objects.addListener(this::note);
        pending.add(JournalEntry.removal(NOTHING.resource, NOTHING.key, objects.revision()));
        write();
        return written();
    }

    /** The last entry of each object: the others say nothing any more. A copy. */
    static List<JournalEntry> latest(List<JournalEntry> entries) {
        Map<Place, JournalEntry> last = new LinkedHashMap<>();
        entries.forEach(entry -> last.put(new Place(entry.resource(), entry.key()), entry));
        return new ArrayList<>(last.values());
    }

    private static Place placeOf(StoredObject object) {
        return new Place(object.resource(), object.key());
    }

    private static long limit(long bytes) {
        return Math.max(MIN_COMPACTED_BYTES, MAX_GROWTH * bytes);
    }

    private void note(Change change) {
        pending.add(JournalEntry.of(change));
        write();
    }

    /** Completes when everything that was written to the store until now outlives the process; fails when the file cannot be written to. */
    public Future<Void> written() {
        return pending.isEmpty() ? underWay : next.future();
    }

    private void write() {
        if (busy || pending.isEmpty()) {
            return;
        }
        busy = true;
        List<JournalEntry> batch = pending;
        Promise<Void> told = next;
        pending = new ArrayList<>();
        next = Promise.promise();
        underWay = told.future();
        onWorker(worker, () -> {
                    file.append(batch);
                    return file.length();
                })
                .onComplete(outcome -> {
                    busy = false;
                    if (outcome.succeeded()) {
                        underWay = DONE;
                        compactIfLong(outcome.result());
                        forceSoon();
                        write();
                        // Last: whoever is told may change objects at once.
                        told.complete();
                    } else {
                        failed(batch, told, outcome.cause());
                    }
                });
    }

    /** Nothing is lost of what could not be written: it is tried again. Those who wait learn of it now. */
    private void failed(List<JournalEntry> batch, Promise<Void> told, Throwable cause) {
        LOG.error("objects cannot be written down, and requests fail until they can: {}", cause.toString());
        batch.addAll(pending);
        // While a disk is full, a lease is renewed all night.
        pending = latest(batch);
        underWay = DONE;
        busy = true;
        time.after(RETRY_INTERVAL, () -> {
            busy = false;
            write();
        });
        // Last: whoever is told may change objects at once.
        told.fail(cause);
    }

    private void compactIfLong(long length) {
        if (length < compactionThreshold) {
            return;
        }
        ObjectStore objects = Objects.requireNonNull(store, "nothing is written before a store is followed");
        busy = true;
        long revision = objects.revision();
        List<JournalEntry> entries = snapshot(objects);
        onWorker(worker, () -> {
                    file.compact(revision, entries);
                    return file.length();
                })
                .onFailure(cause -> LOG.warn("the journal stays as long as it is: {}", cause.toString()))
                .onComplete(outcome -> {
                    compactionThreshold = limit(outcome.succeeded() ? outcome.result() : length);
                    busy = false;
                    write();
                });
    }

    private List<JournalEntry> snapshot(ObjectStore objects) {
        List<JournalEntry> entries = new ArrayList<>();
        Set<Place> gone = new HashSet<>(unchanging.keySet());
        for (StoredObject object : objects.all()) {
            Place place = placeOf(object);
            gone.remove(place);
            if (!Objects.equals(unchanging.get(place), object.revision())) {
                entries.add(JournalEntry.of(object));
            }
        }
        gone.forEach(place -> entries.add(JournalEntry.removal(place.resource, place.key, objects.revision())));
        return entries;
    }

    private void forceSoon() {
        if (!forcing) {
            forcing = true;
            time.after(FORCE_INTERVAL, () -> {
                forcing = false;
                onWorker(worker, () -> {
                            file.force();
                            return file.length();
                        })
                        .onFailure(cause -> LOG.warn("the disk does not take what was written: {}", cause.toString()));
            });
        }
    }

    /** Closes the file once everything is written and on the disk. Nothing may be written to the store after that. */
    public Future<Void> close() {
        return written()
                .transform(outcome -> onWorker(worker, () -> {
                    file.close();
                    return file.length();
                }))
                .transform(outcome -> worker.close());
    }

    @Blocking("hands work to a thread that may wait")
    private static <T> Future<T> onWorker(WorkerExecutor worker, Callable<T> work) {
        return worker.executeBlocking(work, true);
    }
}
