package io.trainyard.local.api.kinds;

import io.trainyard.foundation.time.Rfc3339;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.resource.PrinterColumn;
import io.trainyard.local.api.resource.TimedCell;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What lists show of Jobs. */
final class JobColumns {
    static final List<PrinterColumn> ALL = List.of(
            PrinterColumn.text("Status", JobColumns::status),
            PrinterColumn.text("Completions", JobColumns::completions),
            PrinterColumn.text("Duration", job -> Rfc3339.parse(Tree.text(job, "status", "startTime"))
                    .map(begin -> TimedCell.elapsed(begin, Rfc3339.parse(Tree.text(job, "status", "completionTime"))))
                    .orElse(null)),
            BuiltInColumns.AGE,
            PrinterColumn.wide("Containers", job -> ofContainers(job, "name")),
            PrinterColumn.wide("Images", job -> ofContainers(job, "image")),
            PrinterColumn.wide(
                    "Selector", job -> BuiltInColumns.labels(Tree.child(job, "spec", "selector", "matchLabels"))));

    private JobColumns() {}

    private static String status(Map<String, Object> job) {
        for (String type : List.of("Complete", "Failed", "SuccessCriteriaMet", "FailureTarget", "Suspended")) {
            if (BuiltInColumns.holds(job, type)) {
                return type;
            }
        }
        return Tree.at(job, "metadata", "deletionTimestamp") == null ? "Running" : "Terminating";
    }

    private static String completions(Map<String, Object> job) {
        long succeeded = Tree.integer(0, job, "status", "succeeded");
        long parallelism = Tree.integer(1, job, "spec", "parallelism");
        long wanted = Tree.integer(-1, job, "spec", "completions");
        if (wanted >= 0) {
            return succeeded + "/" + wanted;
        }
        return parallelism > 1 ? succeeded + "/1 of " + parallelism : succeeded + "/1";
    }

    private static String ofContainers(Map<String, Object> job, String field) {
        return Tree.objects(job, "spec", "template", "spec", "containers").stream()
                .map(container -> Tree.text(container, field))
                .collect(Collectors.joining(","));
    }
}
