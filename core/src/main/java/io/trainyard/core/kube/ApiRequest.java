package io.trainyard.core.kube;

import io.fabric8.kubernetes.api.model.Event;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One request, ready to be sent again and again.
 *
 * @param method HTTP method
 * @param path path under the API server's address, without a slash in front
 * @param query encoded query, may be empty
 * @param content what the body is, or null for none
 * @param bucket whose rate limit it counts against; empty for none
 * @param accept what the answer should be
 */
record ApiRequest(String method, String path, String query, @Nullable Content content, String bucket, String accept) {
    static final String JSON = "application/json";

    /** The metadata of an object without the rest of it; servers that cannot leave the rest out send all. */
    static final String METADATA = "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1," + JSON;

    private static final String EVENTS = ResourceKind.of(Event.class).bucket();

    static final String MERGE_PATCH = "application/merge-patch+json";
    static final String APPLY_PATCH = "application/apply-patch+yaml";

    /** What an API server that cannot leave out the rest sends whole. */
    private static final String METADATA_LIST =
            "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1," + JSON;

    ApiRequest(String method, String path, String query, @Nullable Content content, String bucket) {
        this(method, path, query, content, bucket, JSON);
    }

    /** A list of objects without anything but their metadata. */
    static ApiRequest listMetadata(String path, String query, String bucket) {
        return new ApiRequest("GET", path, query, null, bucket, METADATA_LIST);
    }

    static ApiRequest get(String path, String query, String bucket) {
        return new ApiRequest("GET", path, query, null, bucket);
    }

    static ApiRequest getMetadata(String path, String bucket) {
        return new ApiRequest("GET", path, "", null, bucket, METADATA);
    }

    boolean isWrite() {
        return !method.equals("GET");
    }

    /** Whether nothing but a reader waits for it: events are written, and looked for, while others do their work. */
    boolean isLowPriority() {
        return bucket.equals(EVENTS);
    }

    String uri(String base) {
        return base + path + (query.isEmpty() ? "" : "?" + query);
    }

    /** For messages: what was asked, without the noise of parameters. */
    @Override
    public String toString() {
        return method + " /" + path;
    }

    /**
     * A body.
     *
     * @param type content type
     * @param text writes the body; called on the network context, once for each sending
     */
    record Content(String type, Supplier<String> text) {}
}
