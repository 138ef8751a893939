package io.trainyard.local.api.table;

import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.watch.WatchNotice;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What one watcher is told, as tables of one row each; the first of them alone says what its columns are. Not for several threads. */
public final class TableEvents {
    private static final Set<String> OF_OBJECTS = Set.of("ADDED", "MODIFIED", "DELETED");

    private final String include;
    private final Clock clock;
    private boolean begun;

    /**
     * Events of one watch.
     *
     * @param include what rows carry of their object, as {@link Tables#of} takes it
     */
    public TableEvents(String include, Clock clock) {
        this.include = include;
        this.clock = clock;
    }

    /** A table as JSON; what is not about an object, as it is. */
    public byte[] json(WatchNotice notice) {
        if (!OF_OBJECTS.contains(notice.event())) {
            return notice.json();
        }
        Map<String, Object> object = notice.object();
        long revision = Long.parseLong(Tree.text(object, "metadata", "resourceVersion"));
        Map<String, Object> table = Tables.of(notice.type(), List.of(object), revision, include, clock);
        if (begun) {
            table.put("columnDefinitions", List.of());
        }
        begun = true;
        return Json.bytes(table);
    }
}
