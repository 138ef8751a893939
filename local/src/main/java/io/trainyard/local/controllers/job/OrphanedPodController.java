package io.trainyard.local.controllers.job;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.client.Resource;
import io.trainyard.local.client.cache.Indexer;
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

/** Lets pods go whose Job is gone or finished: nobody will count them any more. */
public final class OrphanedPodController implements Controller {
    private final Cluster cluster;
    private final ObjectWriter writer;

    public OrphanedPodController(Cluster cluster) {
        this.cluster = cluster;
        this.writer = cluster.writer(JobKeys.FIELD_MANAGER);
    }

    @Override
    public String name() {
        return "orphaned-pod";
    }

    @Override
    public List<Watched> watches() {
        return List.of(
                new Watched(
                        Resource.PODS,
                        pod -> owner(pod).isPresent() && JobPod.of(pod).tracked()
                                ? List.of(ObjectName.of(pod))
                                : List.of()),
                new Watched(
                        Resource.JOBS,
                        job -> cluster.cache(Resource.PODS).controlledBy(Tree.text(job, "metadata", "uid")).stream()
                                .map(ObjectName::of)
                                .toList()));
    }

    private static Optional<Map<String, Object>> owner(Map<String, Object> pod) {
        return Indexer.controller(pod)
                .filter(owner -> "Job".equals(owner.get("kind")) && "batch/v1".equals(owner.get("apiVersion")));
    }

    @Override
    public Future<Result> reconcile(ObjectName key) {
        Optional<Map<String, Object>> pod = cluster.cache(Resource.PODS).get(key);
        Optional<Map<String, Object>> owner = pod.flatMap(OrphanedPodController::owner);
        if (owner.isEmpty() || isCounted(key.namespace(), owner.get())) {
            return Future.succeededFuture(Result.DONE);
        }
        return TrackingFinalizer.remove(cluster, writer, key).map(Result.DONE);
    }

    /** Whether there is a Job that will count the pod. */
    private boolean isCounted(String namespace, Map<String, Object> owner) {
        return cluster.cache(Resource.JOBS)
                .get(new ObjectName(namespace, Tree.text(owner, "name")))
                .filter(job -> Tree.text(job, "metadata", "uid").equals(owner.get("uid")))
                .filter(job -> !JobStatus.parse(Tree.child(job, "status")).isFinished()
                        || !Tree.text(job, "spec", "managedBy").isEmpty())
                .isPresent();
    }
}
