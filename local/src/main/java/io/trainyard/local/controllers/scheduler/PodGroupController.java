package io.trainyard.local.controllers.scheduler;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.PatchType;
import io.trainyard.local.client.Resource;
import io.trainyard.local.client.cache.ObjectName;
import io.trainyard.local.client.workqueue.Result;
import io.trainyard.local.controllers.toolkit.Cluster;
import io.trainyard.local.controllers.toolkit.Controller;
import io.trainyard.local.controllers.toolkit.ObjectWriter;
import io.trainyard.local.controllers.toolkit.Watched;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Tells the groups of pods that other schedulers would look after how far their members are: {@code Pending}, and {@code Running}
 * once as many have started as the group asks for. What else groups ask for is accepted and ignored.
 */
public final class PodGroupController implements Controller {
    private final Cluster cluster;
    private final PodGroupKind kind;
    private final ObjectWriter writer;

    public PodGroupController(Cluster cluster, PodGroupKind kind) {
        this.cluster = cluster;
        this.kind = kind;
        this.writer = cluster.writer("kube-scheduler");
    }

    @Override
    public String name() {
        return "pod-group of " + kind.resource().group();
    }

    @Override
    public List<Watched> watches() {
        return List.of(Watched.primary(kind.resource()), new Watched(Resource.PODS, pod -> {
            String group = kind.groupOf(pod);
            return group.isEmpty()
                    ? List.of()
                    : List.of(new ObjectName(Tree.text(pod, "metadata", "namespace"), group));
        }));
    }

    @Override
    public Future<Result> reconcile(ObjectName key) {
        Optional<Map<String, Object>> group = cluster.cache(kind.resource()).get(key);
        if (group.isEmpty() || Tree.at(group.get(), "metadata", "deletionTimestamp") != null) {
            return Future.succeededFuture(Result.DONE);
        }
        List<Map<String, Object>> members = cluster.cache(Resource.PODS).inNamespace(key.namespace()).stream()
                .filter(pod -> kind.groupOf(pod).equals(key.name()))
                .toList();
        Map<String, Object> status = status(group.get(), members);
        if (status.entrySet().stream()
                .allMatch(entry -> entry.getValue().equals(Tree.at(group.get(), "status", entry.getKey())))) {
            return Future.succeededFuture(Result.DONE);
        }
        return write(key, Tree.of("status", status)).map(Result.DONE);
    }

    /** What a group says of itself when these are its pods. */
    static Map<String, Object> status(Map<String, Object> group, List<Map<String, Object>> members) {
        long running = count(members, "Running");
        long succeeded = count(members, "Succeeded");
        long failed = count(members, "Failed");
        long wanted = Math.max(1, Tree.integer(1, group, "spec", "minMember"));
        // A group whose pods come and go has started all the same.
        boolean started = running + succeeded + failed >= wanted
                || Tree.text(group, "status", "phase").equals("Running");
        return Tree.of(
                "phase", started ? "Running" : "Pending", "running", running, "succeeded", succeeded, "failed", failed);
    }

    private static long count(List<Map<String, Object>> pods, String phase) {
        return pods.stream()
                .filter(pod -> Tree.text(pod, "status", "phase").equals(phase))
                .count();
    }

    private Future<Map<String, Object>> write(ObjectName key, Map<String, Object> patch) {
        // Not every version of these kinds has a status of its own.
        return writer.patchStatus(kind.resource(), key, PatchType.MERGE, patch)
                .recover(cause -> cause instanceof ApiException problem && problem.isNotFound()
                        ? writer.patch(kind.resource(), key, PatchType.MERGE, patch)
                        : Future.failedFuture(cause));
    }
}
