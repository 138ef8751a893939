package io.trainyard.local.api.kinds;

import io.trainyard.foundation.time.Ages;
import io.trainyard.foundation.time.Rfc3339;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.resource.PrinterColumn;
import io.trainyard.local.api.resource.TimedCell;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** What lists show of pods. */
final class PodColumns {
    static final List<PrinterColumn> ALL = List.of(
            PrinterColumn.text("Ready", PodColumns::readyContainers),
            PrinterColumn.text("Status", PodSummary::of),
            PrinterColumn.text("Restarts", PodColumns::restarts),
            BuiltInColumns.AGE,
            PrinterColumn.wide("IP", pod -> BuiltInColumns.orNone(Tree.text(pod, "status", "podIP"))),
            PrinterColumn.wide("Node", pod -> BuiltInColumns.orNone(Tree.text(pod, "spec", "nodeName"))),
            PrinterColumn.wide(
                    "Nominated Node", pod -> BuiltInColumns.orNone(Tree.text(pod, "status", "nominatedNodeName"))),
            PrinterColumn.wide("Readiness Gates", PodColumns::readinessGates));

    private PodColumns() {}

    /** Init containers that go on beside the others count, too. */
    private static String readyContainers(Map<String, Object> pod) {
        long ready = statuses(pod).filter(status -> Tree.flag(status, "ready")).count();
        long sidecars = Tree.objects(pod, "spec", "initContainers").stream()
                .filter(container -> Tree.text(container, "restartPolicy").equals("Always"))
                .count();
        return ready + "/" + (Tree.list(pod, "spec", "containers").size() + sidecars);
    }

    private static Stream<Map<String, Object>> statuses(Map<String, Object> pod) {
        return Stream.concat(
                Tree.objects(pod, "status", "initContainerStatuses").stream()
                        .filter(status -> PodSummary.isSidecar(pod, status)),
                Tree.objects(pod, "status", "containerStatuses").stream());
    }

    private static Object restarts(Map<String, Object> pod) {
        long restarts = statuses(pod)
                .mapToLong(status -> Tree.integer(0, status, "restartCount"))
                .sum();
        Optional<Instant> last = statuses(pod)
                .flatMap(status -> Rfc3339.parse(Tree.text(status, "lastState", "terminated", "finishedAt")).stream())
                .max(Comparator.naturalOrder());
        TimedCell cell = now -> restarts == 0 || last.isEmpty()
                ? Long.toString(restarts)
                : restarts + " (" + Ages.of(Duration.between(last.get(), now)) + " ago)";
        return cell;
    }

    private static String readinessGates(Map<String, Object> pod) {
        List<String> gates = Tree.objects(pod, "spec", "readinessGates").stream()
                .map(gate -> Tree.text(gate, "conditionType"))
                .toList();
        long open =
                gates.stream().filter(gate -> BuiltInColumns.holds(pod, gate)).count();
        return gates.isEmpty() ? BuiltInColumns.NONE : open + "/" + gates.size();
    }
}
