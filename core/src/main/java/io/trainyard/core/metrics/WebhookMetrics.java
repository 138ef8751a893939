package io.trainyard.core.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** Requests to one admission webhook: {@code controller_runtime_webhook_*}, and refusals. */
public final class WebhookMetrics {
    private static final String PREFIX = "controller.runtime.webhook.";

    private final MeterRegistry registry;
    private final String path;
    private final Timer latency;
    private final AtomicInteger inFlight = new AtomicInteger();

    /**
     * Registers the series of a webhook; those for the codes 200 and 500 begin at zero.
     *
     * @param path its path, which is the label
     */
    public WebhookMetrics(MeterRegistry registry, String path) {
        this.registry = registry;
        this.path = path;
        latency = Buckets.REQUEST
                .timer(PREFIX + "latency", "Time to answer a request")
                .tag("webhook", path)
                .register(registry);
        Gauge.builder(PREFIX + "requests.in.flight", inFlight, AtomicInteger::get)
                .description("Requests without an answer yet")
                .tag("webhook", path)
                .strongReference(true)
                .register(registry);
        requests(200);
        requests(500);
    }

    private Counter requests(int code) {
        return Counter.builder(PREFIX + "requests")
                .description("Requests by HTTP status of the answer")
                .tag("webhook", path)
                .tag("code", Integer.toString(code))
                .register(registry);
    }

    /** A request came in. */
    public void started() {
        inFlight.incrementAndGet();
    }

    /** It was answered with this HTTP status. */
    public void answered(int code, Duration took) {
        inFlight.decrementAndGet();
        latency.record(took);
        requests(code).increment();
    }

    /** The answer was a refusal. */
    public void denied(String kind, String operation) {
        Counter.builder("kubeflow.trainer.webhook.denied")
                .description("Objects that were refused")
                .tag("kind", kind)
                .tag("operation", operation)
                .register(registry)
                .increment();
    }
}
