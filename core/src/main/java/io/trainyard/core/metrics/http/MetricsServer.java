package io.trainyard.core.metrics.http;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.config.BindAddress;
import io.trainyard.core.config.MetricsSettings;
import io.trainyard.core.http.Answer;
import io.trainyard.core.http.BearerToken;
import io.trainyard.core.http.HttpEndpoint;
import io.trainyard.core.http.HttpListener;
import io.trainyard.core.http.PortLimits;
import io.trainyard.core.metrics.http.ScrapeAccess.Decision;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** GET {@code /metrics}, in Prometheus' text format. Runs on every replica. */
public final class MetricsServer {
    private static final Logger LOG = LoggerFactory.getLogger(MetricsServer.class);
    private static final String SETTING = "metrics.bindAddress";
    private static final String PATH = "/metrics";
    private static final String TEXT_FORMAT = "text/plain; version=0.0.4; charset=utf-8";

    private MetricsServer() {}

    /**
     * What is served, and to whom.
     *
     * @param text writes all metrics; called on a worker thread
     */
    public record Page(Supplier<String> text, ScrapeAccess access) {}

    /**
     * Opens the port; empty when the configuration has switched the server off. Fails when the port cannot be opened.
     *
     * @param transport how to speak HTTP; with TLS exactly if the settings ask for it (see
     *     {@link io.trainyard.core.tls.TlsServerOptions#secure})
     * @param page makes what is served, given the context on which requests arrive; called there
     */
    public static Uni<Optional<HttpListener>> open(
            Vertx vertx, MetricsSettings settings, HttpServerOptions transport, Function<Context, Page> page) {
        Optional<BindAddress> address = settings.bindAddress();
        if (address.isEmpty()) {
            return Uni.createFrom().item(Optional.empty());
        }
        if (settings.secureServing() != transport.isSsl()) {
            throw new IllegalArgumentException("metrics.secureServing is " + settings.secureServing()
                    + ", but the server was given options " + (transport.isSsl() ? "with" : "without") + " TLS");
        }
        return HttpListener.open(
                        vertx,
                        new HttpListener.Place(SETTING, address.get(), PortLimits.METRICS),
                        transport,
                        context -> {
                            Page served = page.apply(context);
                            return new Answering(context, served.access(), new MetricsPage(vertx, served.text()));
                        })
                .map(Optional::of);
    }

    private record Answering(Context context, ScrapeAccess access, MetricsPage page) implements HttpEndpoint {
        @Override
        public void handle(HttpServerRequest request) {
            if (!PATH.equals(request.path())) {
                Answer.status(request, 404);
            } else if (!request.method().equals(HttpMethod.GET)) {
                request.response().putHeader("Allow", "GET");
                Answer.status(request, 405);
            } else {
                Uni.createFrom()
                        .deferred(() -> access.decide(
                                BearerToken.of(request.getHeader("Authorization"))
                                        .orElse(""),
                                HttpEndpoint.sender(request.connection())))
                        .emitOn(task -> context.runOnContext(ignored -> task.run()))
                        .subscribe()
                        .with(decision -> decided(request, decision), failure -> {
                            LOG.error("Nobody knows whether this scraper may read the metrics", failure);
                            Answer.status(request, Decision.UNKNOWN.statusCode());
                        });
            }
        }

        private void decided(HttpServerRequest request, Decision decision) {
            if (decision != Decision.ALLOWED) {
                if (decision == Decision.UNAUTHENTICATED) {
                    request.response().putHeader("WWW-Authenticate", "Bearer");
                }
                Answer.status(request, decision.statusCode());
                return;
            }
            page.write().onComplete(written -> {
                if (written.failed()) {
                    LOG.error("The metrics could not be written", written.cause());
                    Answer.status(request, 500);
                } else {
                    Answer.send(request, 200, TEXT_FORMAT, written.result());
                }
            });
        }
    }
}
