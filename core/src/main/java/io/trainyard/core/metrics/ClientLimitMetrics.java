package io.trainyard.core.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.trainyard.core.kube.LimitObserver;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** What keeps the controller's requests from being sent at once: {@code trainyard_client_*}. */
public final class ClientLimitMetrics implements LimitObserver {
    private final AtomicInteger allowed = new AtomicInteger();
    private final Counter refused;
    private final Timer waits;

    public ClientLimitMetrics(MeterRegistry registry) {
        Gauge.builder("trainyard.client.requests.allowed", allowed, AtomicInteger::get)
                .description(
                        "Requests that may be under way at once; less than at the start when the API server asked for less")
                .register(registry);
        refused = Counter.builder("trainyard.client.refusals")
                .description("Answers by which the API server asked for fewer requests: 429, or 503 with Retry-After")
                .register(registry);
        waits = Timer.builder("trainyard.client.wait")
                .description("Time that requests waited before they were sent, of those that had to")
                .register(registry);
    }

    @Override
    public void allowed(int requests) {
        allowed.set(requests);
    }

    @Override
    public void refused() {
        refused.increment();
    }

    @Override
    public void waited(Duration time) {
        waits.record(time);
    }
}
