package io.trainyard.local.api.kinds;

import io.trainyard.foundation.time.Rfc3339;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.resource.PrinterColumn;
import io.trainyard.local.api.resource.TimedCell;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What lists show of events: when they were seen comes first, and their names, which say nothing, last. */
final class EventColumns {
    private static final int WIDE = 1;

    static final List<PrinterColumn> ALL = List.of(
            PrinterColumn.text("Last Seen", event -> age(last(event))),
            PrinterColumn.text("Type", event -> Tree.text(event, "type")),
            PrinterColumn.text("Reason", event -> Tree.text(event, "reason")),
            PrinterColumn.text("Object", EventColumns::object),
            PrinterColumn.wide("Subobject", event -> Tree.text(event, "involvedObject", "fieldPath")),
            PrinterColumn.wide("Source", EventColumns::source),
            PrinterColumn.text("Message", event -> Tree.text(event, "message").strip()),
            PrinterColumn.wide("First Seen", event -> age(first(event))),
            new PrinterColumn("Count", "integer", "", WIDE, "", EventColumns::count),
            PrinterColumn.name(WIDE));

    private EventColumns() {}

    private static Object age(Optional<Instant> seen) {
        return seen.<Object>map(begin -> TimedCell.elapsed(begin, Optional.empty()))
                .orElse("<unknown>");
    }

    private static Optional<Instant> first(Map<String, Object> event) {
        return time(event, "firstTimestamp").or(() -> time(event, "eventTime"));
    }

    private static Optional<Instant> last(Map<String, Object> event) {
        return time(event, "series", "lastObservedTime")
                .or(() -> time(event, "lastTimestamp"))
                .or(() -> first(event));
    }

    private static Optional<Instant> time(Map<String, Object> event, String... path) {
        return Rfc3339.parse(Tree.text(event, path));
    }

    private static long count(Map<String, Object> event) {
        return Tree.integer(Math.max(1, Tree.integer(1, event, "count")), event, "series", "count");
    }

    private static String object(Map<String, Object> event) {
        return Tree.text(event, "involvedObject", "kind").toLowerCase(Locale.ROOT) + "/"
                + Tree.text(event, "involvedObject", "name");
    }

    private static String source(Map<String, Object> event) {
        String component = Tree.text(event, "source", "component");
        String host = Tree.text(event, "source", "host");
        String by = component.isEmpty() ? Tree.text(event, "reportingComponent") : component;
        String where = component.isEmpty() ? Tree.text(event, "reportingInstance") : host;
        return where.isEmpty() ? by : by + ", " + where;
    }
}
