package io.trainyard.local.api.kinds;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.resource.PrinterColumn;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What lists show of Services. */
final class ServiceColumns {
    static final List<PrinterColumn> ALL = List.of(
            PrinterColumn.text("Type", service -> Tree.text(service, "spec", "type")),
            PrinterColumn.text("Cluster-IP", service -> BuiltInColumns.orNone(Tree.text(service, "spec", "clusterIP"))),
            PrinterColumn.text("External-IP", ServiceColumns::external),
            PrinterColumn.text("Port(s)", ServiceColumns::ports),
            BuiltInColumns.AGE,
            PrinterColumn.wide("Selector", service -> BuiltInColumns.labels(Tree.child(service, "spec", "selector"))));

    private ServiceColumns() {}

    /** Nobody gives load balancers their addresses here. */
    private static String external(Map<String, Object> service) {
        String name = Tree.text(service, "spec", "externalName");
        String addresses = Tree.list(service, "spec", "externalIPs").stream()
                .map(String::valueOf)
                .collect(Collectors.joining(","));
        boolean waits =
                addresses.isEmpty() && Tree.text(service, "spec", "type").equals("LoadBalancer");
        return waits ? "<pending>" : BuiltInColumns.orNone(name.isEmpty() ? addresses : name);
    }

    private static String ports(Map<String, Object> service) {
        String ports = Tree.objects(service, "spec", "ports").stream()
                .map(port -> Tree.integer(0, port, "port") + nodePort(port) + "/" + Tree.text(port, "protocol"))
                .collect(Collectors.joining(","));
        return BuiltInColumns.orNone(ports);
    }

    private static String nodePort(Map<String, Object> port) {
        long number = Tree.integer(0, port, "nodePort");
        return number > 0 ? ":" + number : "";
    }
}
