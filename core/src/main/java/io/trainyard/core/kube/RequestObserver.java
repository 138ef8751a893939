package io.trainyard.core.kube;

/**
 * Told of every answer of the API server, retries, lists and watches included, for {@code rest_client_requests_total}. Called on
 * the thread that read the answer: count and return.
 */
@FunctionalInterface
public interface RequestObserver {
    /** Counts nothing. */
    RequestObserver NONE = (method, code, host) -> {};

    /**
     * @param method HTTP method
     * @param code HTTP status; 0 when there was no answer
     * @param host host and port that were asked
     */
    void answered(String method, int code, String host);
}
