package io.trainyard.core.kube;

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
 */
record ApiRequest(String method, String path, String query, @Nullable Content content, String bucket) {
    static final String JSON = "application/json";
    static final String MERGE_PATCH = "application/merge-patch+json";
    static final String APPLY_PATCH = "application/apply-patch+yaml";

    static ApiRequest get(String path, String query, String bucket) {
        return new ApiRequest("GET", path, query, null, bucket);
    }

    boolean isWrite() {
        return !method.equals("GET");
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
