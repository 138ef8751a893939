package io.trainyard.local.api.garbage;

import io.trainyard.foundation.time.TimeSource;
import io.trainyard.local.api.request.StoreLoop;
import io.trainyard.local.api.store.Change;
import io.trainyard.local.api.store.GroupResource;
import io.trainyard.local.api.store.ObjectKey;
import io.trainyard.local.api.store.ObjectStore;
import io.trainyard.local.api.store.StoredObject;
import io.trainyard.local.client.workqueue.Result;
import io.trainyard.local.client.workqueue.WorkQueue;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Deletes everything in a namespace that is to go, and then lets it go. Objects with finalizers and running pods keep it waiting. */
final class NamespaceDeleter {
    private static final GroupResource NAMESPACES = new GroupResource("", "namespaces");

    private final ObjectStore store;
    private final Writer writer;
    private final WorkQueue<String> queue;

    NamespaceDeleter(ObjectStore store, Writer writer, StoreLoop loop, TimeSource time) {
        this.store = store;
        this.writer = writer;
        this.queue = new WorkQueue<>("namespace", key -> empty(key).map(Result.DONE), time, loop::defer);
    }

    void note(Change change) {
        StoredObject object = change.object();
        if (object.resource().equals(NAMESPACES)) {
            if (change.type() != Change.Type.DELETED && object.isBeingDeleted()) {
                queue.add(object.key().name());
            }
        } else if (!object.key().namespace().isEmpty()
                && leaving(object.key().namespace()).isPresent()) {
            queue.add(object.key().namespace());
        }
    }

    private Optional<StoredObject> leaving(String name) {
        return store.get(NAMESPACES, new ObjectKey("", name)).filter(StoredObject::isBeingDeleted);
    }

    private Future<Void> empty(String name) {
        Optional<StoredObject> namespace = leaving(name);
        if (namespace.isEmpty()) {
            return Future.succeededFuture();
        }
        List<StoredObject> content = store.inNamespace(name);
        if (content.isEmpty()) {
            return writer.finalizeNamespace(namespace.get());
        }
        List<Future<Void>> deletions = new ArrayList<>();
        for (StoredObject object : content) {
            if (!object.isBeingDeleted()) {
                deletions.add(writer.delete(object, "Background"));
            }
        }
        return Future.join(deletions).mapEmpty();
    }
}
