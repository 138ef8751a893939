package io.trainyard.dashboard.api;

/** A request that is answered with an error; the message is for whoever sent it. */
final class ApiException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;

    private ApiException(int status, String message) {
        super(message, null, false, false);
        this.status = status;
    }

    static ApiException badRequest(String message) {
        return new ApiException(400, message);
    }

    static ApiException unauthenticated() {
        return new ApiException(401, "log in with a token of the cluster");
    }

    static ApiException forbidden(String message) {
        return new ApiException(403, message);
    }

    static ApiException notFound(String what) {
        return new ApiException(404, what + " does not exist");
    }

    static ApiException tooMany(String message) {
        return new ApiException(429, message);
    }

    static ApiException notReady(String message) {
        return new ApiException(503, message);
    }

    int status() {
        return status;
    }
}
