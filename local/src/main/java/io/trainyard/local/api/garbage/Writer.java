package io.trainyard.local.api.garbage;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.request.ApiKernel;
import io.trainyard.local.api.request.ApiRequest;
import io.trainyard.local.api.request.RequestParameters;
import io.trainyard.local.api.request.Verb;
import io.trainyard.local.api.resource.ResourceType;
import io.trainyard.local.api.resource.ResourceTypes;
import io.trainyard.local.api.store.StoredObject;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.PatchType;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The few writes that cleaning up needs, each only valid for the very state that was looked at. Writing to what is gone already succeeds.
 */
final class Writer {
    private static final String USER_AGENT = "kube-controller-manager";

    private final ApiKernel kernel;
    private final ResourceTypes types;

    Writer(ApiKernel kernel, ResourceTypes types) {
        this.kernel = kernel;
        this.types = types;
    }

    Future<Void> delete(StoredObject object, String policy) {
        return send(
                Verb.DELETE,
                object,
                "",
                Tree.of(
                        "propagationPolicy",
                        policy,
                        "preconditions",
                        Tree.of("uid", object.uid(), "resourceVersion", version(object))),
                null);
    }

    Future<Void> setOwners(StoredObject object, List<Map<String, Object>> references) {
        return setMetadata(object, "ownerReferences", Tree.copyOf(references));
    }

    Future<Void> removeFinalizer(StoredObject object, String finalizer) {
        List<Object> rest = new ArrayList<>(object.finalizers());
        rest.remove(finalizer);
        return setMetadata(object, "finalizers", rest);
    }

    private Future<Void> setMetadata(StoredObject object, String field, @Nullable Object value) {
        Map<String, Object> metadata = Tree.of("uid", object.uid(), "resourceVersion", version(object), field, value);
        return send(Verb.PATCH, object, "", Tree.of("metadata", metadata), PatchType.MERGE);
    }

    /** Says that nothing is left in a namespace. */
    Future<Void> finalizeNamespace(StoredObject namespace) {
        Map<String, Object> next = Tree.copy(namespace.tree());
        Tree.put(next, new ArrayList<>(), "spec", "finalizers");
        return send(Verb.UPDATE, namespace, "finalize", next, null);
    }

    private static String version(StoredObject object) {
        return Long.toString(object.revision());
    }

    private Future<Void> send(
            Verb verb, StoredObject object, String subresource, Object body, @Nullable PatchType patchType) {
        Optional<ResourceType> type =
                types.ofGroup(object.resource().group(), object.resource().plural());
        if (type.isEmpty()) {
            // Its kind is served no more, and what was left of it went with the kind.
            return Future.succeededFuture();
        }
        ApiRequest request = new ApiRequest(
                verb,
                type.get().resource(),
                object.key().namespace(),
                object.key().name(),
                subresource,
                RequestParameters.NONE,
                body,
                patchType,
                USER_AGENT);
        return kernel.handle(request)
                .<Void>mapEmpty()
                .recover(failure -> failure instanceof ApiException known && known.isNotFound()
                        ? Future.succeededFuture()
                        : Future.failedFuture(failure));
    }
}
