package io.trainyard.local.client;

import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.tree.Tree;
import io.vertx.core.Future;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Requests to an API server, in trees. Nothing blocks; results come on the context of the caller and fail with {@link ApiException} only.
 * Objects that come back may be immutable and shared: copy before changing. Objects that are passed in are not kept and not changed.
 */
public interface ApiClient {
    /** Sends any request; the answer is an object, a list or a status. */
    Future<Map<String, Object>> send(ApiCall call);

    /**
     * Starts a watch; the future completes when it stands. Events may come before that.
     *
     * @param call a GET of a collection, with the parameters of the watch
     */
    Future<Watch> watch(ApiCall call, WatchHandler handler);

    /** One object; fails as not found when there is none. */
    default Future<Map<String, Object>> get(Resource resource, String namespace, String name) {
        return send(ApiCall.of("GET", resource, namespace, name));
    }

    /** The objects of a namespace; empty for all namespaces. */
    default Future<ObjectList> list(Resource resource, String namespace, ListOptions options) {
        return send(ApiCall.of("GET", resource, namespace, "").with(options.query()))
                .map(ObjectList::of);
    }

    /** Creates an object in the namespace that it names. */
    default Future<Map<String, Object>> create(Resource resource, Map<String, Object> object, WriteOptions options) {
        return send(ApiCall.of("POST", resource, namespaceOf(object), "")
                .with(options.query())
                .withBody(object));
    }

    /** Replaces an object; conflicts when it names an old version. */
    default Future<Map<String, Object>> update(Resource resource, Map<String, Object> object, WriteOptions options) {
        return send(ApiCall.of("PUT", resource, namespaceOf(object), nameOf(object))
                .with(options.query())
                .withBody(object));
    }

    /** Replaces the status of an object. */
    default Future<Map<String, Object>> updateStatus(
            Resource resource, Map<String, Object> object, WriteOptions options) {
        return send(ApiCall.of("PUT", resource, namespaceOf(object), nameOf(object))
                .onSubresource("status")
                .with(options.query())
                .withBody(object));
    }

    /** Patches an object; {@code patch} is an object, or a list for {@link PatchType#JSON}. */
    default Future<Map<String, Object>> patch(
            Resource resource, String namespace, String name, PatchType type, Object patch, WriteOptions options) {
        return send(ApiCall.of("PATCH", resource, namespace, name)
                .with(options.query())
                .withBody(type.mediaType(), patch));
    }

    /** Patches the status of an object. */
    default Future<Map<String, Object>> patchStatus(
            Resource resource, String namespace, String name, PatchType type, Object patch, WriteOptions options) {
        return send(ApiCall.of("PATCH", resource, namespace, name)
                .onSubresource("status")
                .with(options.query())
                .withBody(type.mediaType(), patch));
    }

    /** Server-side apply: creates the object or makes it have these fields; the options must name a field manager. */
    default Future<Map<String, Object>> apply(Resource resource, Map<String, Object> object, WriteOptions options) {
        return patch(resource, namespaceOf(object), nameOf(object), PatchType.APPLY, object, options);
    }

    /** Deletes an object; it may stay for a while. Answers with the object, or with a status when it is gone. */
    default Future<Map<String, Object>> delete(
            Resource resource, String namespace, String name, DeleteOptions options) {
        return send(ApiCall.of("DELETE", resource, namespace, name).withBody(options.body()));
    }

    /** Watches the objects of a namespace, empty for all: from the version that the options name, or beginning with what there is. */
    default Future<Watch> watch(Resource resource, String namespace, ListOptions options, WatchHandler handler) {
        Map<String, String> query = new LinkedHashMap<>(options.query());
        query.put("watch", "true");
        query.put("allowWatchBookmarks", "true");
        return watch(ApiCall.of("GET", resource, namespace, "").with(query), handler);
    }

    private static String namespaceOf(Map<String, Object> object) {
        return Tree.text(object, "metadata", "namespace");
    }

    private static String nameOf(Map<String, Object> object) {
        String name = Tree.text(object, "metadata", "name");
        if (name.isEmpty()) {
            throw new IllegalArgumentException("metadata.name is missing in " + Json.text(object));
        }
        return name;
    }
}
