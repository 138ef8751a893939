package io.trainyard.core.metrics.http;

import io.smallrye.mutiny.Uni;

/** Who may read the metrics. */
@FunctionalInterface
public interface ScrapeAccess {

    /** What becomes of a request. */
    enum Decision {
        ALLOWED(200),
        /** No token, or one that is not valid. */
        UNAUTHENTICATED(401),
        /** A valid token of somebody who may not. */
        FORBIDDEN(403),
        /** Too many tokens that are not good; another time. */
        TOO_MANY(429),
        /** Nobody knows, because the question could not be asked. */
        UNKNOWN(500);

        private final int statusCode;

        Decision(int statusCode) {
            this.statusCode = statusCode;
        }

        int statusCode() {
            return statusCode;
        }
    }

    /**
     * Decides; may take its time. A failure counts as {@link Decision#UNKNOWN}.
     *
     * @param token bearer token of the request; empty when it has none
     * @param sender address from which it came
     */
    Uni<Decision> decide(String token, String sender);

    /** Anybody may. */
    static ScrapeAccess everybody() {
        return (token, sender) -> Uni.createFrom().item(Decision.ALLOWED);
    }
}
