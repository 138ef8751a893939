package io.trainyard.local.kubelet.node;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.client.ApiClient;
import io.trainyard.local.client.Resource;
import io.trainyard.local.client.record.ObjectReference;
import io.trainyard.local.kubelet.spec.PodSpec;
import io.vertx.core.Future;
import java.util.Locale;
import java.util.Map;

/** Finds what a user has created so that a pod came to be, a TrainJob for example: that is where events about all of it belong. */
public final class OwnerFinder {
    private static final int MAX_DEPTH = 5;

    private final ApiClient client;

    /** Reads as this client may. */
    public OwnerFinder(ApiClient client) {
        this.client = client;
    }

    /** The uppermost owner that can be read; the pod itself when it has none. Never fails. */
    public Future<ObjectReference> of(PodSpec pod) {
        return climb(pod.tree(), pod.reference(), MAX_DEPTH);
    }

    private Future<ObjectReference> climb(Map<String, Object> object, ObjectReference found, int depth) {
        Map<String, Object> owner = Tree.objects(object, "metadata", "ownerReferences").stream()
                .filter(reference -> Tree.flag(reference, "controller"))
                .findFirst()
                .orElse(Map.of());
        if (owner.isEmpty() || depth == 0) {
            return Future.succeededFuture(found);
        }
        ObjectReference next = new ObjectReference(
                Tree.text(owner, "apiVersion"),
                Tree.text(owner, "kind"),
                found.namespace(),
                Tree.text(owner, "name"),
                Tree.text(owner, "uid"),
                "");
        return client.get(resource(next), next.namespace(), next.name())
                .compose(tree -> climb(tree, next, depth - 1))
                // Gone, or not for us to read: its reference is good enough for an event.
                .recover(cause -> Future.succeededFuture(next));
    }

    private static Resource resource(ObjectReference reference) {
        int slash = reference.apiVersion().indexOf('/');
        return new Resource(
                slash < 0 ? "" : reference.apiVersion().substring(0, slash),
                reference.apiVersion().substring(slash + 1),
                // Jobs, JobSets, TrainJobs, ReplicaSets: the owners of pods have regular plurals.
                reference.kind().toLowerCase(Locale.ROOT) + "s");
    }
}
