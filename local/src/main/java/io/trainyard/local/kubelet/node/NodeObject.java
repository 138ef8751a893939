package io.trainyard.local.kubelet.node;

import io.trainyard.foundation.tree.Tree;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The Node object of this machine, as trees. Remembers when conditions changed; otherwise pure. Not for several threads.
 */
public final class NodeObject {
    private final String name;
    private final Map<String, String> capacity;
    private final Map<String, String> values = new LinkedHashMap<>();
    private final Map<String, String> since = new LinkedHashMap<>();

    /**
     * A node of which nothing has been written yet.
     *
     * @param capacity by resource, in the units of Kubernetes
     */
    public NodeObject(String name, Map<String, String> capacity) {
        this.name = name;
        this.capacity = Map.copyOf(capacity);
    }

    String name() {
        return name;
    }

    Map<String, Object> object() {
        Map<String, Object> labels =
                Tree.of("kubernetes.io/hostname", name, "kubernetes.io/os", os(), "kubernetes.io/arch", arch());
        Map<String, Object> node = Tree.of("apiVersion", "v1", "kind", "Node");
        node.put("metadata", Tree.of("name", name, "labels", labels));
        return node;
    }

    /**
     * What the node says of itself.
     *
     * @param ready whether pods can be run
     */
    Map<String, Object> status(boolean ready, Instant now) {
        Map<String, Object> amounts = new LinkedHashMap<>(capacity);
        Map<String, Object> status = Tree.of("capacity", amounts, "allocatable", amounts);
        String time = now.truncatedTo(ChronoUnit.SECONDS).toString();
        List<Object> conditions = new ArrayList<>();
        conditions.add(condition("Ready", ready, ready ? "KubeletReady" : "KubeletStopped", time));
        conditions.add(condition("MemoryPressure", false, "KubeletHasSufficientMemory", time));
        conditions.add(condition("DiskPressure", false, "KubeletHasNoDiskPressure", time));
        conditions.add(condition("PIDPressure", false, "KubeletHasSufficientPID", time));
        status.put("conditions", conditions);
        status.put(
                "addresses",
                List.of(
                        Tree.of("type", "InternalIP", "address", NodeContext.HOST_ADDRESS),
                        Tree.of("type", "Hostname", "address", name)));
        status.put("nodeInfo", nodeInfo());
        return status;
    }

    private Map<String, Object> condition(String type, boolean value, String reason, String now) {
        String status = value ? "True" : "False";
        if (!status.equals(values.put(type, status))) {
            since.put(type, now);
        }
        Map<String, Object> condition = Tree.of("type", type, "status", status, "reason", reason);
        condition.put("message", "");
        condition.put("lastHeartbeatTime", now);
        condition.put("lastTransitionTime", since.getOrDefault(type, now));
        return condition;
    }

    private static Map<String, Object> nodeInfo() {
        Map<String, Object> info = new LinkedHashMap<>();
        for (String field :
                List.of("machineID", "systemUUID", "bootID", "kernelVersion", "osImage", "kubeProxyVersion")) {
            info.put(field, "");
        }
        info.put("containerRuntimeVersion", "process://1");
        info.put("kubeletVersion", "trainyard");
        info.put("operatingSystem", os());
        info.put("architecture", arch());
        return info;
    }

    private static String os() {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        return system.contains("mac") ? "darwin" : system.contains("windows") ? "windows" : "linux";
    }

    private static String arch() {
        return switch (System.getProperty("os.arch")) {
            case "amd64", "x86_64" -> "amd64";
            case "aarch64" -> "arm64";
            default -> System.getProperty("os.arch");
        };
    }
}
