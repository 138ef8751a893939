package io.trainyard.local.controllers.job;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.PatchType;
import io.trainyard.local.client.Resource;
import io.trainyard.local.client.cache.ObjectName;
import io.trainyard.local.controllers.toolkit.Cluster;
import io.trainyard.local.controllers.toolkit.ObjectWriter;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Takes the finalizer of Jobs from pods that are counted, or that nobody counts. */
final class TrackingFinalizer {
    private TrackingFinalizer() {}

    /** Succeeds also when the pod is gone or has no such finalizer. */
    static Future<Void> remove(Cluster cluster, ObjectWriter writer, ObjectName pod) {
        Optional<Map<String, Object>> present = cluster.cache(Resource.PODS).get(pod);
        if (present.isEmpty()
                || !Tree.list(present.get(), "metadata", "finalizers").contains(JobKeys.TRACKING)) {
            return Future.succeededFuture();
        }
        // Names the one finalizer, and the object, so that nothing else is lost and no other pod is touched.
        Map<String, Object> metadata = Tree.of(
                "uid",
                Tree.text(present.get(), "metadata", "uid"),
                "$deleteFromPrimitiveList/finalizers",
                List.of(JobKeys.TRACKING));
        return writer.patch(Resource.PODS, pod, PatchType.STRATEGIC, Tree.of("metadata", metadata))
                .<Void>mapEmpty()
                .recover(cause -> cause instanceof ApiException problem && problem.isNotFound()
                        ? Future.succeededFuture()
                        : Future.failedFuture(cause));
    }
}
