package io.trainyard.local.api.kinds;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.resource.PrinterColumn;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What lists show of the built-in kinds, besides the name. */
public final class BuiltInColumns {
    static final PrinterColumn AGE = PrinterColumn.age("");

    static final String NONE = "<none>";

    private static final Map<String, String> ACCESS_MODES =
            Map.of("ReadWriteOnce", "RWO", "ReadOnlyMany", "ROX", "ReadWriteMany", "RWX", "ReadWriteOncePod", "RWOP");

    private static final String ROLE_PREFIX = "node-role.kubernetes.io/";

    private BuiltInColumns() {}

    /** The columns of the kind of this name. */
    public static List<PrinterColumn> of(String kind) {
        return switch (kind) {
            case "Pod" -> PodColumns.ALL;
            case "Job" -> JobColumns.ALL;
            case "Service" -> ServiceColumns.ALL;
            case "Event" -> EventColumns.ALL;
            case "ConfigMap" ->
                List.of(
                        PrinterColumn.text(
                                "Data",
                                map -> Integer.toString(Tree.child(map, "data").size()
                                        + Tree.child(map, "binaryData").size())),
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
            case "Lease" ->
                List.of(PrinterColumn.text("Holder", lease -> Tree.text(lease, "spec", "holderIdentity")), AGE);
            case "PersistentVolumeClaim" ->
                List.of(
                        PrinterColumn.text("Status", claim -> Tree.text(claim, "status", "phase")),
                        PrinterColumn.text("Volume", claim -> Tree.text(claim, "spec", "volumeName")),
                        PrinterColumn.text("Capacity", claim -> Tree.text(claim, "status", "capacity", "storage")),
                        PrinterColumn.text("Access Modes", BuiltInColumns::accessModes),
                        PrinterColumn.text("StorageClass", claim -> Tree.text(claim, "spec", "storageClassName")),
                        PrinterColumn.text("VolumeAttributesClass", BuiltInColumns::attributesClass),
                        AGE,
                        PrinterColumn.wide("VolumeMode", claim -> Tree.text(claim, "spec", "volumeMode")));
            default -> List.of(AGE);
        };
    }

    static String orNone(String text) {
        return text.isEmpty() ? NONE : text;
    }

    /** Whether a condition of an object is true. */
    static boolean holds(Map<String, Object> object, String condition) {
        return Tree.objects(object, "status", "conditions").stream()
                .anyMatch(
                        each -> condition.equals(Tree.text(each, "type")) && "True".equals(Tree.text(each, "status")));
    }

    /** Labels as a selector in words. */
    static String labels(Map<String, Object> labels) {
        return orNone(labels.entrySet().stream()
                .map(label -> label.getKey() + "=" + label.getValue())
                .sorted()
                .collect(Collectors.joining(",")));
    }

    /** Those of a claim that has its volume, in short. */
    private static String accessModes(Map<String, Object> claim) {
        return Tree.list(claim, "status", "accessModes").stream()
                .map(mode -> ACCESS_MODES.getOrDefault(String.valueOf(mode), ""))
                .filter(mode -> !mode.isEmpty())
                .collect(Collectors.joining(","));
    }

    private static String attributesClass(Map<String, Object> claim) {
        String name = Tree.text(claim, "spec", "volumeAttributesClassName");
        return name.isEmpty() ? "<unset>" : name;
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
}
