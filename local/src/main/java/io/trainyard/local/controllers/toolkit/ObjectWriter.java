package io.trainyard.local.controllers.toolkit;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.client.ApiCall;
import io.trainyard.local.client.ApiClient;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.DeleteOptions;
import io.trainyard.local.client.PatchType;
import io.trainyard.local.client.Resource;
import io.trainyard.local.client.WriteOptions;
import io.trainyard.local.client.cache.Indexer;
import io.trainyard.local.client.cache.ObjectName;
import io.vertx.core.Future;
import java.util.Map;

/** Writes objects; the caches know the result before the future completes. Failures are {@link ApiException}s. */
public final class ObjectWriter {
    private final Cluster cluster;
    private final ApiClient client;
    private final WriteOptions options;

    ObjectWriter(Cluster cluster, ApiClient client, String manager) {
        this.cluster = cluster;
        this.client = client;
        this.options = WriteOptions.as(manager);
    }

    /** Creates an object in the namespace that it names. */
    public Future<Map<String, Object>> create(Resource resource, Map<String, Object> object) {
        return noted(resource, client.create(resource, object, options));
    }

    /** Replaces the status of an object; conflicts unless it has the version that the object names. */
    public Future<Map<String, Object>> updateStatus(Resource resource, Map<String, Object> object) {
        return noted(resource, client.updateStatus(resource, object, options));
    }

    /** Patches an object. */
    public Future<Map<String, Object>> patch(Resource resource, ObjectName name, PatchType type, Object patch) {
        return noted(resource, client.patch(resource, name.namespace(), name.name(), type, patch, options));
    }

    /** Patches the status of an object. */
    public Future<Map<String, Object>> patchStatus(Resource resource, ObjectName name, PatchType type, Object patch) {
        return noted(resource, client.patchStatus(resource, name.namespace(), name.name(), type, patch, options));
    }

    /** Deletes exactly this object, not a later one of the same name; one that is gone already is no failure. */
    public Future<Void> delete(Resource resource, Map<String, Object> object, DeleteOptions how) {
        ObjectName name = ObjectName.of(object);
        String uid = Indexer.uid(object);
        return client.delete(resource, name.namespace(), name.name(), how.ifUid(uid))
                .<Void>map(answer -> {
                    // A server answers with the object while it stays, and with the object or a status when it has
                    // gone.
                    boolean stays = Tree.at(answer, "metadata", "deletionTimestamp") != null
                            && (!Tree.list(answer, "metadata", "finalizers").isEmpty()
                                    || Tree.integer(0, answer, "metadata", "deletionGracePeriodSeconds") > 0);
                    if (stays) {
                        cluster.cache(resource).put(answer);
                    } else {
                        cluster.cache(resource).delete(name, uid);
                    }
                    return null;
                })
                .recover(cause -> {
                    if (isGone(cause)) {
                        cluster.cache(resource).delete(name, uid);
                        return Future.succeededFuture();
                    }
                    return Future.failedFuture(cause);
                });
    }

    private static boolean isGone(Throwable cause) {
        return cause instanceof ApiException problem && problem.isNotFound();
    }

    /** Any other request, as this field manager; the caches learn of it through the watch only. */
    public Future<Map<String, Object>> send(ApiCall call) {
        return client.send(call.with(Map.of("fieldManager", options.fieldManager())));
    }

    private Future<Map<String, Object>> noted(Resource resource, Future<Map<String, Object>> answer) {
        return answer.map(object -> {
            if (isLastOfIt(object)) {
                cluster.cache(resource).delete(ObjectName.of(object), Indexer.uid(object));
            } else {
                cluster.cache(resource).put(object);
            }
            return object;
        });
    }

    /** Whether this write took the last finalizer of an object that was being deleted. */
    private static boolean isLastOfIt(Map<String, Object> object) {
        return Tree.at(object, "metadata", "deletionTimestamp") != null
                && Tree.list(object, "metadata", "finalizers").isEmpty()
                && Tree.integer(0, object, "metadata", "deletionGracePeriodSeconds") == 0;
    }
}
