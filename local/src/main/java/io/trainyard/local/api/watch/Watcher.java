package io.trainyard.local.api.watch;

import io.trainyard.foundation.time.TimeSource.Cancellable;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.resource.ResourceType;
import io.trainyard.local.api.selector.Selection;
import io.trainyard.local.api.store.Change;
import io.trainyard.local.api.store.GroupResource;
import io.trainyard.local.api.store.StoredObject;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One open watch: decides what its client is told of a change. */
final class Watcher {
    private static final int MAX_PENDING_NOTICES = 4096;

    private final ResourceType type;
    private final String namespace;
    private final Selection selection;
    private final WatchSink sink;
    private final Consumer<Watcher> onClose;
    private @Nullable Cancellable limit;
    private @Nullable Cancellable bookmarkTimer;
    private boolean caughtUp;
    private boolean open = true;

    Watcher(ResourceType type, String namespace, Selection selection, WatchSink sink, Consumer<Watcher> onClose) {
        this.type = type;
        this.namespace = namespace;
        this.selection = selection;
        this.sink = sink;
        this.onClose = onClose;
    }

    GroupResource storage() {
        return type.storage();
    }

    boolean isOpen() {
        return open;
    }

    /** The client has caught up; from now on it must keep up. */
    void startTimers(Cancellable timeLimit) {
        caughtUp = true;
        limit = timeLimit;
    }

    void nextBookmark(Cancellable timer) {
        bookmarkTimer = timer;
    }

    void tellInitial(StoredObject object) {
        if (selects(object)) {
            send(WatchNotice.of("ADDED", type, object));
        }
    }

    void tell(Change change) {
        if (!open
                || !(namespace.isEmpty()
                        || namespace.equals(change.object().key().namespace()))) {
            return;
        }
        StoredObject previous = change.previous();
        boolean selectedBefore = previous != null && selects(previous);
        boolean selectedNow = change.type() != Change.Type.DELETED && selects(change.object());
        if (selectedNow) {
            send(WatchNotice.of(selectedBefore ? "MODIFIED" : "ADDED", type, change.object()));
        } else if (selectedBefore && previous != null) {
            send(deletion(change, previous));
        }
    }

    /** The last state that was selected, under the revision at which it ceased to be. */
    private WatchNotice deletion(Change change, StoredObject previous) {
        if (change.type() == Change.Type.DELETED) {
            return WatchNotice.of("DELETED", type, change.object());
        }
        Map<String, Object> last = new LinkedHashMap<>(type.render(previous));
        Map<String, Object> metadata = new LinkedHashMap<>(Tree.child(last, "metadata"));
        metadata.put("resourceVersion", Long.toString(change.revision()));
        last.put("metadata", metadata);
        return new WatchNotice("DELETED", type, last);
    }

    private boolean selects(@Nullable StoredObject object) {
        return object != null && selection.selects(type, object);
    }

    void bookmark(long revision, boolean initialEventsEnd) {
        send(WatchNotice.bookmark(type, revision, initialEventsEnd));
    }

    private void send(WatchNotice notice) {
        sink.send(notice);
        if (caughtUp && sink.waiting() > MAX_PENDING_NOTICES) {
            close();
        }
    }

    void close() {
        if (open) {
            open = false;
            cancel(limit);
            cancel(bookmarkTimer);
            onClose.accept(this);
            sink.end();
        }
    }

    private static void cancel(@Nullable Cancellable timer) {
        if (timer != null) {
            timer.cancel();
        }
    }
}
