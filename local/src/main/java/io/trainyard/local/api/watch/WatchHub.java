package io.trainyard.local.api.watch;

import io.trainyard.foundation.time.TimeSource;
import io.trainyard.local.api.request.RequestParameters;
import io.trainyard.local.api.resource.ResourceType;
import io.trainyard.local.api.selector.Selection;
import io.trainyard.local.api.store.Change;
import io.trainyard.local.api.store.GroupResource;
import io.trainyard.local.api.store.ObjectStore;
import io.trainyard.local.client.ApiException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/** All open watches. */
public final class WatchHub {
    private static final long MIN_WATCH_SECONDS = 1800;

    /** How often watchers learn the current version. */
    private static final Duration BOOKMARK_INTERVAL = Duration.ofSeconds(30);

    private final ObjectStore store;
    private final TimeSource time;
    private final RandomGenerator random;
    private final Map<GroupResource, Set<Watcher>> watchers = new HashMap<>();

    public WatchHub(ObjectStore store, TimeSource time, RandomGenerator random) {
        this.store = store;
        this.time = time;
        this.random = random;
        store.addListener(this::tell);
    }

    private void tell(Change change) {
        Set<Watcher> interested = watchers.get(change.object().resource());
        if (interested != null && !interested.isEmpty()) {
            // A watcher that is cut off leaves the set while it is told.
            for (Watcher watcher : List.copyOf(interested)) {
                watcher.tell(change);
            }
        }
    }

    /**
     * Starts a watch; what is to be told at once has been told when this returns.
     *
     * @param namespace empty for all
     * @return ends the watch; may be called more than once, and after it has ended by itself
     * @throws ApiException when the request makes no sense
     */
    public Runnable open(
            ResourceType type, String namespace, Selection selection, RequestParameters parameters, WatchSink sink) {
        boolean initialEvents = parameters.flag("sendInitialEvents");
        boolean bookmarks = parameters.flag("allowWatchBookmarks");
        long seen = parameters.number("resourceVersion").orElse(0L);
        Watcher watcher = new Watcher(type, namespace, selection, sink, this::remove);
        if (seen == 0 || initialEvents) {
            store.list(type.storage(), namespace).forEach(watcher::tellInitial);
            if (initialEvents && bookmarks) {
                watcher.bookmark(store.revision(), true);
            }
        } else {
            Optional<List<Change>> missed = store.changesSince(type.storage(), seen);
            if (missed.isEmpty()) {
                sink.send(WatchNotice.error(
                        type,
                        ApiException.expired("too old resource version: " + seen + " (" + store.revision() + ")")));
                sink.end();
                return () -> {};
            }
            missed.get().forEach(watcher::tell);
        }
        if (watcher.isOpen()) {
            watchers.computeIfAbsent(type.storage(), any -> new LinkedHashSet<>())
                    .add(watcher);
            startTimers(watcher, parameters, bookmarks);
        }
        return watcher::close;
    }

    private void startTimers(Watcher watcher, RequestParameters parameters, boolean bookmarks) {
        long seconds = parameters
                .number("timeoutSeconds")
                .filter(number -> number > 0)
                .orElseGet(() -> MIN_WATCH_SECONDS + random.nextLong(MIN_WATCH_SECONDS));
        watcher.startTimers(time.after(Duration.ofSeconds(seconds), watcher::close));
        if (bookmarks) {
            scheduleBookmark(watcher);
        }
    }

    private void scheduleBookmark(Watcher watcher) {
        watcher.nextBookmark(time.after(BOOKMARK_INTERVAL, () -> {
            if (watcher.isOpen()) {
                watcher.bookmark(store.revision(), false);
                scheduleBookmark(watcher);
            }
        }));
    }

    private void remove(Watcher watcher) {
        Set<Watcher> others = watchers.get(watcher.storage());
        if (others != null) {
            others.remove(watcher);
        }
    }

    /** Ends all watches, for instance because the server stops. */
    public void closeAll() {
        List<Watcher> all = new ArrayList<>();
        watchers.values().forEach(all::addAll);
        all.forEach(Watcher::close);
    }

    /** Ends the watches of one kind, for instance because it is served no more. */
    public void close(GroupResource resource) {
        List.copyOf(watchers.getOrDefault(resource, Set.of())).forEach(Watcher::close);
    }

    /** How many watches are open. */
    public int size() {
        return watchers.values().stream().mapToInt(Set::size).sum();
    }
}
