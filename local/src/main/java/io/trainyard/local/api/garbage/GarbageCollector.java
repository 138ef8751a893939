package io.trainyard.local.api.garbage;

import io.trainyard.foundation.time.TimeSource;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.request.ApiKernel;
import io.trainyard.local.api.request.StoreLoop;
import io.trainyard.local.api.resource.ResourceTypes;
import io.trainyard.local.api.store.Change;
import io.trainyard.local.api.store.ObjectStore;
import io.trainyard.local.api.store.StoredObject;
import io.trainyard.local.client.workqueue.Result;
import io.trainyard.local.client.workqueue.WorkQueue;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Deletes objects whose owners are all gone, and does what the three ways of deleting an owner ask for. Unlike in a cluster an
 * owner of a kind that is not served counts as gone.
 */
public final class GarbageCollector {
    private final ObjectStore store;
    private final Writer writer;
    private final WorkQueue<String> queue;

    private GarbageCollector(ObjectStore store, Writer writer, StoreLoop loop, TimeSource time) {
        this.store = store;
        this.writer = writer;
        this.queue = new WorkQueue<>("garbage", key -> look(key).map(Result.DONE), time, loop::defer);
    }

    /** Collects from now on, and empties namespaces, until the event loop ends. */
    public static void start(
            ObjectStore store, ResourceTypes types, ApiKernel kernel, StoreLoop loop, TimeSource time) {
        Writer writer = new Writer(kernel, types);
        store.addListener(new GarbageCollector(store, writer, loop, time)::note);
        store.addListener(new NamespaceDeleter(store, writer, loop, time)::note);
    }

    private void note(Change change) {
        StoredObject object = change.object();
        StoredObject previous = change.previous();
        if (change.type() == Change.Type.DELETED) {
            store.dependentsOf(object.uid()).forEach(dependent -> queue.add(dependent.uid()));
        } else if (!Owners.references(object).isEmpty() || Owners.waits(object) || Owners.waitsToOrphan(object)) {
            queue.add(object.uid());
        }
        if (previous != null) {
            // It may have been the last one for which an owner was waiting.
            for (Map<String, Object> reference : Owners.references(previous)) {
                store.byUid(Tree.text(reference, "uid"))
                        .filter(Owners::waits)
                        .ifPresent(owner -> queue.add(owner.uid()));
            }
        }
    }

    private Future<Void> look(String uid) {
        return store.byUid(uid).map(this::look).orElseGet(Future::succeededFuture);
    }

    private Future<Void> look(StoredObject object) {
        if (Owners.waitsToOrphan(object)) {
            return releaseDependents(object);
        }
        if (Owners.waits(object)) {
            return waitForDependents(object);
        }
        return object.isBeingDeleted() ? Future.succeededFuture() : attemptToDelete(object);
    }

    private Future<Void> releaseDependents(StoredObject owner) {
        List<Future<Void>> writes = new ArrayList<>();
        for (StoredObject dependent : store.dependentsOf(owner.uid())) {
            List<Map<String, Object>> others = new ArrayList<>(Owners.references(dependent));
            others.removeIf(reference -> owner.uid().equals(Tree.text(reference, "uid")));
            writes.add(writer.setOwners(dependent, others));
        }
        return Future.join(writes).compose(nothing -> writer.removeFinalizer(owner, Owners.ORPHAN));
    }

    private Future<Void> waitForDependents(StoredObject owner) {
        List<StoredObject> dependents = store.dependentsOf(owner.uid());
        dependents.forEach(dependent -> queue.add(dependent.uid()));
        return dependents.stream().anyMatch(dependent -> Owners.blocks(dependent, owner.uid()))
                ? Future.succeededFuture()
                : writer.removeFinalizer(owner, Owners.FOREGROUND);
    }

    private Future<Void> attemptToDelete(StoredObject object) {
        Owners owners = Owners.of(object, store);
        boolean allThere = owners.waiting().isEmpty() && owners.dangling().isEmpty();
        if (allThere) {
            return Future.succeededFuture();
        }
        if (!owners.solid().isEmpty()) {
            return writer.setOwners(object, owners.solid());
        }
        if (!owners.waiting().isEmpty() && !store.dependentsOf(object.uid()).isEmpty()) {
            return writer.delete(object, "Foreground");
        }
        return writer.delete(object, policyOf(object));
    }

    /** Finalizers on an object tell how its own dependents are to be treated. */
    private static String policyOf(StoredObject object) {
        if (object.finalizers().contains(Owners.ORPHAN)) {
            return "Orphan";
        }
        return object.finalizers().contains(Owners.FOREGROUND) ? "Foreground" : "Background";
    }
}
