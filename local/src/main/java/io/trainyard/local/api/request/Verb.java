package io.trainyard.local.api.request;

/** What a request wants. */
public enum Verb {
    GET,
    LIST,
    CREATE,
    UPDATE,
    PATCH,
    DELETE,
    DELETE_COLLECTION
}
