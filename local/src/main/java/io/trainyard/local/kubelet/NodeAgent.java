package io.trainyard.local.kubelet;

import io.trainyard.local.client.ApiClient;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.PatchType;
import io.trainyard.local.client.Resource;
import io.trainyard.local.client.WriteOptions;
import io.trainyard.local.time.TimeSource;
import io.trainyard.local.tree.Tree;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the Node object and keeps it, and its lease, fresh (LOCAL-55). On the event loop. */
final class NodeAgent {
    private static final Logger LOG = LoggerFactory.getLogger(NodeAgent.class);
    private static final Duration INTERVAL = Duration.ofSeconds(10);
    private static final long LEASE_SECONDS = 40;
    private static final Resource LEASES = new Resource("coordination.k8s.io", "v1", "leases");
    private static final WriteOptions AS_KUBELET = WriteOptions.as("kubelet").forced();

    private final ApiClient client;
    private final TimeSource time;
    private final String name;
    private final Map<String, String> capacity;
    private TimeSource.@Nullable Cancellable next;
    private boolean stopped;

    NodeAgent(ApiClient client, TimeSource time, String name, Map<String, String> capacity) {
        this.client = client;
        this.time = time;
        this.name = name;
        this.capacity = Map.copyOf(capacity);
    }

    /** Registers the node; completes when it is there and ready. */
    Future<Void> start() {
        Map<String, Object> labels =
                Tree.of("kubernetes.io/hostname", name, "kubernetes.io/os", os(), "kubernetes.io/arch", arch());
        Map<String, Object> node = Tree.of("apiVersion", "v1", "kind", "Node");
        node.put("metadata", Tree.of("name", name, "labels", labels));
        return client.create(Resource.NODES, node, WriteOptions.as("kubelet"))
                .<Void>mapEmpty()
                .recover(cause -> cause instanceof ApiException problem && problem.isAlreadyExists()
                        ? Future.succeededFuture()
                        : Future.failedFuture(cause))
                .compose(made -> beat())
                .onSuccess(ready -> schedule());
    }

    void stop() {
        stopped = true;
        if (next != null) {
            next.cancel();
        }
    }

    private void schedule() {
        if (!stopped) {
            next = time.after(INTERVAL, () -> beat().onComplete(outcome -> {
                if (outcome.failed()) {
                    LOG.warn("the node {} was not renewed; trying again", name, outcome.cause());
                }
                schedule();
            }));
        }
    }

    private Future<Void> beat() {
        String now = time.clock().instant().truncatedTo(ChronoUnit.SECONDS).toString();
        Map<String, Object> amounts = new LinkedHashMap<>(capacity);
        Map<String, Object> status = Tree.of("capacity", amounts, "allocatable", amounts);
        List<Object> conditions = new ArrayList<>();
        conditions.add(condition("Ready", "True", "KubeletReady", now));
        for (String pressure : List.of("MemoryPressure", "DiskPressure", "PIDPressure")) {
            conditions.add(
                    condition(pressure, "False", "KubeletHasSufficient" + pressure.replace("Pressure", ""), now));
        }
        status.put("conditions", conditions);
        status.put(
                "addresses",
                List.of(
                        Tree.of("type", "InternalIP", "address", Node.HOST_ADDRESS),
                        Tree.of("type", "Hostname", "address", name)));
        status.put("nodeInfo", nodeInfo());
        Map<String, Object> patch = Tree.of("status", status);
        return client.patchStatus(Resource.NODES, "", name, PatchType.STRATEGIC, patch, WriteOptions.as("kubelet"))
                .compose(written -> renewLease())
                .mapEmpty();
    }

    private static Map<String, Object> condition(String type, String status, String reason, String now) {
        Map<String, Object> condition = Tree.of("type", type, "status", status, "reason", reason);
        condition.put("message", "");
        condition.put("lastHeartbeatTime", now);
        condition.put("lastTransitionTime", now);
        return condition;
    }

    private Future<Map<String, Object>> renewLease() {
        Map<String, Object> lease = Tree.of("apiVersion", "coordination.k8s.io/v1", "kind", "Lease");
        lease.put("metadata", Tree.of("namespace", "kube-node-lease", "name", name));
        String now = time.clock().instant().truncatedTo(ChronoUnit.MICROS).toString();
        String micros = now.contains(".") ? now : now.replace("Z", ".000000Z");
        lease.put("spec", Tree.of("holderIdentity", name, "leaseDurationSeconds", LEASE_SECONDS, "renewTime", micros));
        return client.apply(LEASES, lease, AS_KUBELET);
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
        String system = System.getProperty("os.name").toLowerCase(java.util.Locale.ROOT);
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
