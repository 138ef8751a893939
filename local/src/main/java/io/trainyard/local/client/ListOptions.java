package io.trainyard.local.client;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Which objects to list or to watch, and from when.
 *
 * @param labelSelector empty for all
 * @param fieldSelector empty for all
 * @param resourceVersion to watch from; empty to begin with what there is
 */
public record ListOptions(String labelSelector, String fieldSelector, String resourceVersion) {
    public static final ListOptions ALL = new ListOptions("", "", "");

    public static ListOptions labels(String selector) {
        return new ListOptions(selector, "", "");
    }

    public static ListOptions fields(String selector) {
        return new ListOptions("", selector, "");
    }

    /** To watch what happens after this version. */
    public ListOptions from(String version) {
        return new ListOptions(labelSelector, fieldSelector, version);
    }

    Map<String, String> query() {
        Map<String, String> query = new LinkedHashMap<>();
        put(query, "labelSelector", labelSelector);
        put(query, "fieldSelector", fieldSelector);
        put(query, "resourceVersion", resourceVersion);
        return query;
    }

    static void put(Map<String, String> query, String name, String value) {
        if (!value.isEmpty()) {
            query.put(name, value);
        }
    }
}
