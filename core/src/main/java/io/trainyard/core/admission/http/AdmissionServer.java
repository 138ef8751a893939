package io.trainyard.core.admission.http;

import io.micrometer.core.instrument.MeterRegistry;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.admission.AdmissionWebhook;
import io.trainyard.core.config.BindAddress;
import io.trainyard.core.config.WebhookSettings;
import io.trainyard.core.http.HttpListener;
import io.trainyard.core.http.PortLimits;
import io.trainyard.core.time.VertxTimeSource;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerOptions;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;

/**
 * Answers admission reviews over HTTPS, on an event loop of its own. Runs on every replica, leader or not: it decides, but
 * changes nothing.
 */
public final class AdmissionServer {
    private static final String SETTING = "webhook.port";

    private AdmissionServer() {}

    /**
     * What is served.
     *
     * @param admissions who decides, by path; paths that are missing are answered with 404
     * @param registry takes the metrics of each path
     * @param limits protect the server
     */
    public record Hooks(Map<WebhookPath, AdmissionWebhook> admissions, MeterRegistry registry, Limits limits) {
        public Hooks {
            admissions = Map.copyOf(admissions);
        }
    }

    /**
     * How much one request may cost.
     *
     * @param bodyBytes size of the body; a larger one is answered with 413
     * @param body time until the body has come; a slower one is answered with 408
     * @param review time to decide; a slower one is refused with a message, before the API server gives up after 10 s
     * @param memory for all requests together; what does not fit is answered with 503
     */
    public record Limits(int bodyBytes, Duration body, Duration review, Memory memory) {
        /** The largest body has room for an object twice that is larger than any that an API server stores. */
        public static final Limits DEFAULT = of(Runtime.getRuntime().maxMemory());

        private static Limits of(long heap) {
            int bodyBytes = 7 * 1024 * 1024;
            long largest = ReviewBudget.cost(bodyBytes);
            long total = Math.max(heap / 4, 2 * largest);
            return new Limits(
                    bodyBytes,
                    Duration.ofSeconds(10),
                    Duration.ofSeconds(8),
                    new Memory(total, Math.max(total / 2, largest)));
        }
    }

    /**
     * What reviews may take of the heap, bodies and what is made of them.
     *
     * @param total bytes for all together
     * @param perSender bytes for those that come from one address
     */
    public record Memory(long total, long perSender) {}

    /**
     * Opens the port. Fails when that is not possible.
     *
     * @param transport how to speak HTTPS; see {@link io.trainyard.core.tls.TlsServerOptions#secure}
     * @param hooks makes what is served, given the context on which requests arrive; called there
     */
    public static Uni<HttpListener> open(
            Vertx vertx, WebhookSettings settings, HttpServerOptions transport, Function<Context, Hooks> hooks) {
        return open(vertx, settings, PortLimits.WEBHOOK, transport, hooks);
    }

    static Uni<HttpListener> open(
            Vertx vertx,
            WebhookSettings settings,
            PortLimits limits,
            HttpServerOptions transport,
            Function<Context, Hooks> hooks) {
        if (!transport.isSsl()) {
            throw new IllegalArgumentException(
                    "webhooks are called with TLS only; the server was given options without");
        }
        HttpServerOptions options = new HttpServerOptions(transport).setHandle100ContinueAutomatically(true);
        var place = new HttpListener.Place(SETTING, new BindAddress(settings.host(), settings.port()), limits);
        return HttpListener.open(vertx, place, options, context -> handler(context, hooks.apply(context)));
    }

    private static AdmissionHandler handler(Context context, Hooks hooks) {
        return new AdmissionHandler(
                context,
                new WebhookRoutes(hooks.admissions(), hooks.registry()),
                hooks.limits(),
                new VertxTimeSource(context));
    }
}
