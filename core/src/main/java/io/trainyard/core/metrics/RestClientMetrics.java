package io.trainyard.core.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Answers of the API server: {@code rest_client_requests_total}. May be called from any thread. */
public final class RestClientMetrics {
    private static final String NO_ANSWER = "<error>";

    private record Answer(String method, int code, String host) {}

    private final MeterRegistry registry;
    private final Map<Answer, Counter> counters = new ConcurrentHashMap<>();

    public RestClientMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    /**
     * A request was answered, or will not be.
     *
     * @param method HTTP method
     * @param code HTTP status; 0 when there was no answer
     * @param host host and port that were asked
     */
    public void answered(String method, int code, String host) {
        counters.computeIfAbsent(new Answer(method, code, host), this::register).increment();
    }

    private Counter register(Answer answer) {
        return Counter.builder("rest.client.requests")
                .description("Requests to the API server by answer")
                .tag("code", answer.code == 0 ? NO_ANSWER : Integer.toString(answer.code))
                .tag("method", answer.method)
                .tag("host", answer.host)
                .register(registry);
    }
}
