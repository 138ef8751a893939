package io.trainyard.local.client;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Which objects to list or to watch, and from when.
 *
 * @param labelSelector empty for all
 * @param fieldSelector empty for all
 * @param limit most objects of one answer; 0 for all
 * @param continueToken from the previous answer; empty for the first
 * @param resourceVersion to watch from; empty to begin with what there is
 */
public record ListOptions(
        String labelSelector, String fieldSelector, long limit, String continueToken, String resourceVersion) {
    public static final ListOptions ALL = new ListOptions("", "", 0, "", "");

    public static ListOptions labels(String selector) {
        return new ListOptions(selector, "", 0, "", "");
    }

    public static ListOptions fields(String selector) {
        return new ListOptions("", selector, 0, "", "");
    }

    public ListOptions withLimit(long most) {
        return new ListOptions(labelSelector, fieldSelector, most, continueToken, resourceVersion);
    }

    public ListOptions continuedAt(String token) {
        return new ListOptions(labelSelector, fieldSelector, limit, token, resourceVersion);
    }

    /** To watch what happens after this version. */
    public ListOptions from(String version) {
        return new ListOptions(labelSelector, fieldSelector, limit, continueToken, version);
    }

    Map<String, String> query() {
        Map<String, String> query = new LinkedHashMap<>();
        put(query, "labelSelector", labelSelector);
        put(query, "fieldSelector", fieldSelector);
        put(query, "limit", limit == 0 ? "" : Long.toString(limit));
        put(query, "continue", continueToken);
        put(query, "resourceVersion", resourceVersion);
        return query;
    }

    static void put(Map<String, String> query, String name, String value) {
        if (!value.isEmpty()) {
            query.put(name, value);
        }
    }
}
