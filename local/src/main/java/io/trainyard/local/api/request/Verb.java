package io.trainyard.local.api.request;

import io.trainyard.local.client.ApiException;

/** What a request wants. */
public enum Verb {
    GET,
    LIST,
    CREATE,
    UPDATE,
    PATCH,
    DELETE,
    DELETE_COLLECTION;

    /**
     * What a method of HTTP means.
     *
     * @param collection whether the request names no object
     */
    public static Verb of(String method, boolean collection) {
        return switch (method) {
            case "GET", "HEAD" -> collection ? LIST : GET;
            case "POST" -> CREATE;
            case "PUT" -> UPDATE;
            case "PATCH" -> PATCH;
            case "DELETE" -> collection ? DELETE_COLLECTION : DELETE;
            default -> throw ApiException.methodNotAllowed(method);
        };
    }
}
