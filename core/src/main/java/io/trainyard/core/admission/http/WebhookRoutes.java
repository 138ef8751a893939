package io.trainyard.core.admission.http;

import io.micrometer.core.instrument.MeterRegistry;
import io.trainyard.core.admission.AdmissionWebhook;
import io.trainyard.core.metrics.WebhookMetrics;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** Who decides behind which path. */
final class WebhookRoutes {
    private final Map<WebhookPath, Route> routes = new EnumMap<>(WebhookPath.class);

    /** A webhook that is served. */
    record Route(WebhookPath webhook, AdmissionWebhook admission, WebhookMetrics metrics) {}

    WebhookRoutes(Map<WebhookPath, AdmissionWebhook> admissions, MeterRegistry registry) {
        admissions.forEach((webhook, admission) ->
                routes.put(webhook, new Route(webhook, admission, new WebhookMetrics(registry, webhook.path()))));
    }

    Optional<Route> find(String path) {
        return WebhookPath.of(path).map(routes::get);
    }
}
