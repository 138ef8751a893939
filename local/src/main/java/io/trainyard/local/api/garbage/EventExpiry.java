package io.trainyard.local.api.garbage;

import io.trainyard.foundation.time.Rfc3339;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.store.GroupResource;
import io.trainyard.local.api.store.ObjectStore;
import io.trainyard.local.api.store.StoredObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/** Removes events an hour after they were last seen, as in a cluster: a server that stays would keep them for ever. Lives on the event loop of the store. */
public final class EventExpiry {
    private static final Duration TIME_TO_LIVE = Duration.ofHours(1);
    private static final Duration INTERVAL = Duration.ofMinutes(5);
    private static final List<GroupResource> KINDS =
            List.of(new GroupResource("", "events"), new GroupResource("events.k8s.io", "events"));

    private final ObjectStore store;
    private final TimeSource time;

    private EventExpiry(ObjectStore store, TimeSource time) {
        this.store = store;
        this.time = time;
    }

    /** Looks every few minutes, until the event loop ends. */
    public static void start(ObjectStore store, TimeSource time) {
        new EventExpiry(store, time).schedule();
    }

    private void schedule() {
        time.after(INTERVAL, () -> {
            Instant limit = time.now().minus(TIME_TO_LIVE);
            for (GroupResource kind : KINDS) {
                store.list(kind, "").stream()
                        .filter(event -> lastSeen(event).isBefore(limit))
                        .forEach(event -> store.remove(kind, event.key()));
            }
            schedule();
        });
    }

    private static Instant lastSeen(StoredObject event) {
        return Stream.of(
                        Tree.text(event.tree(), "series", "lastObservedTime"),
                        Tree.text(event.tree(), "lastTimestamp"),
                        Tree.text(event.tree(), "deprecatedLastTimestamp"),
                        Tree.text(event.tree(), "eventTime"),
                        Tree.text(event.tree(), "metadata", "creationTimestamp"))
                .filter(text -> !text.isEmpty())
                .findFirst()
                .flatMap(Rfc3339::parse)
                .orElse(Instant.MAX);
    }
}
