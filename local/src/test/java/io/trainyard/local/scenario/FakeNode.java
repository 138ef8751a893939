package io.trainyard.local.scenario;

import io.trainyard.foundation.time.TimeSource;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.client.ApiClient;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.DeleteOptions;
import io.trainyard.local.client.ListOptions;
import io.trainyard.local.client.PatchType;
import io.trainyard.local.client.Resource;
import io.trainyard.local.client.WatchEvent;
import io.trainyard.local.client.WatchHandler;
import io.trainyard.local.client.WriteOptions;
import io.vertx.core.Future;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A node without a machine, for the simulation: like the fake nodes of the real control plane, it lets bound pods run until their annotation
 * {@code sim/outcome} says how they end, and lets deleted pods go at once.
 */
final class FakeNode implements WatchHandler {
    private static final WriteOptions AS_KUBELET = WriteOptions.as("kubelet");

    private final ApiClient client;
    private final TimeSource time;
    private final String name;

    private FakeNode(ApiClient client, TimeSource time, String name) {
        this.client = client;
        this.time = time;
        this.name = name;
    }

    static Future<Void> start(ApiClient client, TimeSource time, String name) {
        FakeNode node = new FakeNode(client, time, name);
        Map<String, Object> size =
                Tree.of("cpu", "1000", "memory", "100Ti", "pods", "100000", "nvidia.com/gpu", "1000");
        Map<String, Object> object = Tree.of("metadata", Tree.of("name", name));
        Map<String, Object> ready = Tree.of("type", "Ready", "status", "True");
        Map<String, Object> status =
                Tree.of("status", Tree.of("capacity", size, "allocatable", size, "conditions", List.of(ready)));
        return client.create(Resource.NODES, object, AS_KUBELET)
                .compose(made -> client.patchStatus(Resource.NODES, "", name, PatchType.MERGE, status, AS_KUBELET))
                .compose(made -> node.follow());
    }

    private Future<Void> follow() {
        return client.watch(Resource.PODS, "", ListOptions.fields("spec.nodeName=" + name), this)
                .mapEmpty();
    }

    // Servers end watches after a while. A new one begins with all pods, and to look at a pod twice does no harm.
    @Override
    public void end(Optional<ApiException> failure) {
        follow();
    }

    @Override
    public void event(WatchEvent event) {
        if (event.type() == WatchEvent.Type.ADDED || event.type() == WatchEvent.Type.MODIFIED) {
            react(event.object());
        }
    }

    private void react(Map<String, Object> pod) {
        String phase = Tree.text(pod, "status", "phase");
        String outcome = Tree.text(pod, "metadata", "annotations", "sim/outcome");
        if (Tree.at(pod, "metadata", "deletionTimestamp") != null) {
            remove(pod);
        } else if (phase.equals("Pending")) {
            write(pod, running(pod));
        } else if (phase.equals("Running") && !outcome.isEmpty()) {
            write(pod, ended(pod, outcome));
        }
    }

    private void remove(Map<String, Object> pod) {
        String namespace = Tree.text(pod, "metadata", "namespace");
        String name = Tree.text(pod, "metadata", "name");
        Map<String, Object> patch = Tree.of("metadata", Tree.of("finalizers", new ArrayList<>()));
        client.patch(Resource.PODS, namespace, name, PatchType.MERGE, patch, AS_KUBELET)
                .compose(free -> client.delete(
                        Resource.PODS,
                        namespace,
                        name,
                        DeleteOptions.DEFAULT.withGracePeriod(0).ifUid(Tree.text(pod, "metadata", "uid"))))
                .onFailure(FakeNode::ignoreIfGone);
    }

    private void write(Map<String, Object> pod, Map<String, Object> status) {
        client.patchStatus(
                        Resource.PODS,
                        Tree.text(pod, "metadata", "namespace"),
                        Tree.text(pod, "metadata", "name"),
                        PatchType.STRATEGIC,
                        Tree.of("status", status),
                        AS_KUBELET)
                .onFailure(FakeNode::ignoreIfGone);
    }

    private static void ignoreIfGone(Throwable cause) {
        if (!(cause instanceof ApiException problem && (problem.isNotFound() || problem.isConflict()))) {
            throw new AssertionError("the fake node cannot write", cause);
        }
    }

    private String now() {
        return time.now().truncatedTo(ChronoUnit.SECONDS).toString();
    }

    private Map<String, Object> running(Map<String, Object> pod) {
        List<Object> conditions = new ArrayList<>();
        for (String type : List.of("Initialized", "Ready", "ContainersReady")) {
            conditions.add(Tree.of("type", type, "status", "True", "lastTransitionTime", now()));
        }
        Map<String, Object> status = Tree.of("phase", "Running", "podIP", "10.0.0.1", "startTime", now());
        status.put("conditions", conditions);
        status.put("containerStatuses", containers(pod, true, Tree.of("running", Tree.of("startedAt", now()))));
        return status;
    }

    private Map<String, Object> ended(Map<String, Object> pod, String outcome) {
        boolean well = outcome.equals("Succeeded");
        Map<String, Object> end = Tree.of("exitCode", well ? 0L : 1L, "reason", well ? "Completed" : "Error");
        end.put("startedAt", now());
        end.put("finishedAt", now());
        return Tree.of("phase", outcome, "containerStatuses", containers(pod, false, Tree.of("terminated", end)));
    }

    private static List<Object> containers(Map<String, Object> pod, boolean ready, Map<String, Object> state) {
        List<Object> statuses = new ArrayList<>();
        for (Map<String, Object> container : Tree.objects(pod, "spec", "containers")) {
            Map<String, Object> status =
                    Tree.of("name", container.get("name"), "image", container.get("image"), "imageID", "");
            status.put("ready", ready);
            status.put("restartCount", 0L);
            status.put("state", Tree.copy(state));
            statuses.add(status);
        }
        return statuses;
    }
}
