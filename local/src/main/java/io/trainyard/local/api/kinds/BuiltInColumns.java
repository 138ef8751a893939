package io.trainyard.local.api.kinds;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.resource.PrinterColumn;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** What lists show of the built-in kinds, besides the name. */
public final class BuiltInColumns {
    private static final PrinterColumn AGE =
            new PrinterColumn("Age", "date", "", 0, "", object -> Tree.at(object, "metadata", "creationTimestamp"));

    private static final String ROLE_PREFIX = "node-role.kubernetes.io/";

    private BuiltInColumns() {}

    /** The columns of the kind of this name. */
    public static List<PrinterColumn> of(String kind) {
        return switch (kind) {
            case "Pod" ->
                List.of(
                        PrinterColumn.text("Ready", BuiltInColumns::readyContainers),
                        PrinterColumn.text("Status", PodSummary::of),
                        PrinterColumn.text("Restarts", BuiltInColumns::restarts),
                        AGE,
                        PrinterColumn.wide("IP", pod -> orNone(Tree.text(pod, "status", "podIP"))),
                        PrinterColumn.wide("Node", pod -> orNone(Tree.text(pod, "spec", "nodeName"))));
            case "Job" ->
                List.of(
                        PrinterColumn.text("Status", BuiltInColumns::jobStatus),
                        PrinterColumn.text("Completions", BuiltInColumns::completions),
                        AGE);
            case "Service" ->
                List.of(
                        PrinterColumn.text("Type", service -> Tree.text(service, "spec", "type")),
                        PrinterColumn.text("Cluster-IP", service -> orNone(Tree.text(service, "spec", "clusterIP"))),
                        PrinterColumn.text("Port(s)", BuiltInColumns::ports),
                        AGE);
            case "ConfigMap" ->
                List.of(
                        PrinterColumn.text(
                                "Data",
                                map -> Integer.toString(Tree.child(map, "data").size())),
                        AGE);
            case "Secret" ->
                List.of(
                        PrinterColumn.text("Type", secret -> Tree.text(secret, "type")),
                        PrinterColumn.text(
                                "Data",
                                secret -> Integer.toString(
                                        Tree.child(secret, "data").size())),
                        AGE);
            case "Namespace" ->
                List.of(PrinterColumn.text("Status", namespace -> Tree.text(namespace, "status", "phase")), AGE);
            case "Node" ->
                List.of(
                        PrinterColumn.text("Status", BuiltInColumns::nodeStatus),
                        PrinterColumn.text("Roles", BuiltInColumns::roles),
                        AGE,
                        PrinterColumn.text("Version", node -> Tree.text(node, "status", "nodeInfo", "kubeletVersion")));
            case "CustomResourceDefinition" ->
                // A moment, not an age, as in a cluster.
                List.of(PrinterColumn.text(
                        "Created At", definition -> Tree.text(definition, "metadata", "creationTimestamp")));
            case "Event" ->
                List.of(
                        PrinterColumn.text("Type", event -> Tree.text(event, "type")),
                        PrinterColumn.text("Reason", event -> Tree.text(event, "reason")),
                        PrinterColumn.text("Object", BuiltInColumns::involved),
                        PrinterColumn.text(
                                "Message", event -> Tree.text(event, "message").strip()));
            default -> List.of(AGE);
        };
    }

    private static String orNone(String text) {
        return text.isEmpty() ? "<none>" : text;
    }

    private static String readyContainers(Map<String, Object> pod) {
        long ready = Tree.objects(pod, "status", "containerStatuses").stream()
                .filter(status -> Tree.flag(status, "ready"))
                .count();
        return ready + "/" + Tree.list(pod, "spec", "containers").size();
    }

    private static String restarts(Map<String, Object> pod) {
        return Long.toString(Tree.objects(pod, "status", "containerStatuses").stream()
                .mapToLong(status -> Tree.integer(0, status, "restartCount"))
                .sum());
    }

    private static String jobStatus(Map<String, Object> job) {
        for (String type : List.of("Complete", "Failed", "SuccessCriteriaMet", "FailureTarget", "Suspended")) {
            boolean holds = Tree.objects(job, "status", "conditions").stream()
                    .anyMatch(condition ->
                            type.equals(Tree.text(condition, "type")) && "True".equals(Tree.text(condition, "status")));
            if (holds) {
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

    private static String ports(Map<String, Object> service) {
        String ports = Tree.objects(service, "spec", "ports").stream()
                .map(port -> Tree.integer(0, port, "port") + "/" + Tree.text(port, "protocol"))
                .collect(Collectors.joining(","));
        return orNone(ports);
    }

    private static String nodeStatus(Map<String, Object> node) {
        String status = Tree.objects(node, "status", "conditions").stream()
                .filter(condition -> "Ready".equals(Tree.text(condition, "type")))
                .map(condition -> "True".equals(Tree.text(condition, "status")) ? "Ready" : "NotReady")
                .findFirst()
                .orElse("Unknown");
        return Tree.flag(node, "spec", "unschedulable") ? status + ",SchedulingDisabled" : status;
    }

    /** A node has a role when a label ends with it, or has it as its value. */
    private static String roles(Map<String, Object> node) {
        String roles = Tree.child(node, "metadata", "labels").entrySet().stream()
                .map(label -> label.getKey().startsWith(ROLE_PREFIX)
                        ? label.getKey().substring(ROLE_PREFIX.length())
                        : label.getKey().equals("kubernetes.io/role") ? String.valueOf(label.getValue()) : "")
                .filter(role -> !role.isEmpty())
                .distinct()
                .sorted()
                .collect(Collectors.joining(","));
        return orNone(roles);
    }

    private static String involved(Map<String, Object> event) {
        return Tree.text(event, "involvedObject", "kind").toLowerCase(Locale.ROOT) + "/"
                + Tree.text(event, "involvedObject", "name");
    }
}
