package io.trainyard.launcher.stop;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.client.ApiClient;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.ListOptions;
import io.trainyard.local.client.PatchType;
import io.trainyard.local.client.Resource;
import io.trainyard.local.client.WriteOptions;
import io.trainyard.local.kubelet.pod.PodWorker;
import io.vertx.core.Future;
import java.util.Map;

/** Suspends a TrainJob of a service as Ctrl-C ends a run: its programs are interrupted. */
final class Suspension {
    private Suspension() {}

    /** Completes when everything was asked for; fails with an {@link ApiException} when it is refused. */
    static Future<Void> of(ApiClient client, String namespace, String name, WriteOptions user) {
        return client.list(Resource.PODS, namespace, ListOptions.labels("jobset.sigs.k8s.io/jobset-name=" + name))
                .compose(pods -> Future.all(pods.items().stream()
                        .map(pod -> interrupt(client, namespace, Tree.text(pod, "metadata", "name"), user))
                        .toList()))
                .compose(told -> client.patch(
                        ServiceJobStopper.TRAIN_JOBS,
                        namespace,
                        name,
                        PatchType.MERGE,
                        Map.of("spec", Map.of("suspend", true)),
                        user))
                .mapEmpty();
    }

    private static Future<?> interrupt(ApiClient client, String namespace, String pod, WriteOptions user) {
        return client.patch(
                        Resource.PODS,
                        namespace,
                        pod,
                        PatchType.MERGE,
                        Map.of("metadata", Map.of("annotations", Map.of(PodWorker.INTERRUPTED, "true"))),
                        user)
                .recover(failure -> failure instanceof ApiException gone && gone.isNotFound()
                        ? Future.succeededFuture()
                        : Future.failedFuture(failure));
    }
}
