package io.trainyard.core.kube;

import java.time.Duration;

/**
 * How hard one user of the client may press the API server.
 *
 * @param qps requests a second of each resource kind, fractions allowed; 0 for no limit
 * @param burst requests of each resource kind that may be sent at once after a pause
 * @param maxInFlight requests under way at once over all kinds
 * @param adaptive whether fewer are under way while the API server asks for that, or answers very slowly
 * @param requestTimeout how long one attempt may wait for an answer
 * @param deadline how long a request may take with its retries and its body, once it was sent
 */
public record RequestLimits(
        double qps, int burst, int maxInFlight, boolean adaptive, Duration requestTimeout, Duration deadline) {
    /** No rate: how much an API server serves to whom is decided there. For the few requests that must never wait, such as those of an election. */
    public static final RequestLimits DEFAULT =
            new RequestLimits(0, 0, 32, false, Duration.ofSeconds(10), Duration.ofSeconds(30));

    public RequestLimits {
        if (!(qps >= 0) || qps == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException("qps must be 0 (no limit) or more, not " + qps);
        }
        if (burst < 0) {
            throw new IllegalArgumentException("burst must be 0 or more, not " + burst);
        }
        if (maxInFlight < 1) {
            throw new IllegalArgumentException("maxInFlight must be at least 1, not " + maxInFlight);
        }
        if (requestTimeout.toMillis() < 1 || deadline.toMillis() < 1) {
            throw new IllegalArgumentException(
                    "requestTimeout and deadline must be positive: without them a request may wait for ever");
        }
    }

    /** The same with a fixed rate, whatever the API server answers; {@code newQps} 0 for none. */
    public RequestLimits withRate(double newQps, int newBurst) {
        return new RequestLimits(newQps, newBurst, maxInFlight, false, requestTimeout, deadline);
    }

    /** The same without a rate; what the API server answers says how much is sent. */
    public RequestLimits withAdaptiveLimit() {
        return new RequestLimits(0, 0, maxInFlight, true, requestTimeout, deadline);
    }

    public RequestLimits withMaxInFlight(int requests) {
        return new RequestLimits(qps, burst, requests, adaptive, requestTimeout, deadline);
    }

    public RequestLimits withTimeouts(Duration newRequestTimeout, Duration newDeadline) {
        return new RequestLimits(qps, burst, maxInFlight, adaptive, newRequestTimeout, newDeadline);
    }
}
