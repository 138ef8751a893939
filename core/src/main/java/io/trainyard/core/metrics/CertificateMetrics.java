package io.trainyard.core.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Until when certificates are valid, and how often they were renewed. From any thread. */
public final class CertificateMetrics {
    private final MeterRegistry registry;
    private final Map<String, AtomicLong> expiries = new ConcurrentHashMap<>();

    public CertificateMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    /**
     * A certificate is in use.
     *
     * @param usage {@code ca} or {@code server}
     */
    public void inUse(String usage, Instant notAfter) {
        expiries.computeIfAbsent(usage, this::register).set(notAfter.getEpochSecond());
        rotations(usage);
    }

    /** This replica made a new certificate. */
    public void issued(String usage) {
        rotations(usage).increment();
    }

    /**
     * Somebody else replaced the authorities that we had put into a webhook configuration.
     *
     * @param configuration its name
     */
    public void bundleReplaced(String configuration) {
        Counter.builder("trainyard.webhook.ca.bundle.replacements")
                .description("Times that somebody else replaced the caBundle that this replica had written")
                .tag("configuration", configuration)
                .register(registry)
                .increment();
    }

    private AtomicLong register(String usage) {
        AtomicLong seconds = new AtomicLong();
        Gauge.builder("trainyard.certificate.expiry.timestamp.seconds", seconds, AtomicLong::get)
                .description("End of the certificate's validity, as seconds since 1970")
                .tag("usage", usage)
                .strongReference(true)
                .register(registry);
        return seconds;
    }

    private Counter rotations(String usage) {
        return Counter.builder("trainyard.certificate.rotations")
                .description("Certificates that this replica made")
                .tag("usage", usage)
                .register(registry);
    }
}
