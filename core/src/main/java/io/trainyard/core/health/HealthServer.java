package io.trainyard.core.health;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.config.BindAddress;
import io.trainyard.core.config.HealthSettings;
import io.trainyard.core.health.HealthRoutes.Destination;
import io.trainyard.core.http.Answer;
import io.trainyard.core.http.HttpEndpoint;
import io.trainyard.core.http.HttpListener;
import io.trainyard.core.http.PortLimits;
import io.trainyard.core.time.VertxTimeSource;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Answers the kubelet's probes, on an event loop that the controllers do not share if Vert.x has more than one. An answer
 * never takes as long as the 3 s for which a kubelet waits: a check that is not done by then has failed.
 */
public final class HealthServer {
    private static final Duration CHECK_LIMIT = Duration.ofMillis(1500);
    private static final String SETTING = "health.healthProbeBindAddress";

    private HealthServer() {}

    /**
     * What is checked; cannot be changed later, so that no probe sees half of it.
     *
     * @param liveness the process must be restarted when one of these fails
     * @param readiness no requests are sent here while one of these fails
     */
    public record Checks(List<HealthCheck> liveness, List<HealthCheck> readiness) {
        public Checks {
            liveness = List.copyOf(liveness);
            readiness = List.copyOf(readiness);
        }
    }

    /** Opens the port; empty when the configuration has switched the server off. Fails when the port cannot be opened. */
    public static Uni<Optional<HttpListener>> open(Vertx vertx, HealthSettings settings, Checks checks) {
        return open(vertx, settings, checks, CHECK_LIMIT);
    }

    static Uni<Optional<HttpListener>> open(Vertx vertx, HealthSettings settings, Checks checks, Duration checkLimit) {
        Optional<BindAddress> address = settings.bindAddress();
        if (address.isEmpty()) {
            return Uni.createFrom().item(Optional.empty());
        }
        var place = new HttpListener.Place(SETTING, address.get(), PortLimits.HEALTH);
        return HttpListener.open(vertx, place, new HttpServerOptions(), context -> {
                    var time = new VertxTimeSource(context);
                    var switchboard = new HealthRoutes(
                            settings,
                            new HealthEndpoint(checks.liveness(), checkLimit, time),
                            new HealthEndpoint(checks.readiness(), checkLimit, time));
                    return new Answering(context, switchboard, new HealthLog());
                })
                .map(Optional::of);
    }

    private record Answering(Context context, HealthRoutes switchboard, HealthLog log) implements HttpEndpoint {
        @Override
        public void handle(HttpServerRequest request) {
            if (!request.method().equals(HttpMethod.GET)) {
                request.response().putHeader("Allow", "GET");
                Answer.text(request, 405, "only GET is supported\n");
                return;
            }
            Optional<Destination> found = switchboard.find(request.path());
            Optional<Uni<HealthReport>> report = found.flatMap(destination -> report(destination, request));
            if (found.isEmpty() || report.isEmpty()) {
                Answer.text(request, 404, found.isEmpty() ? "no such page\n" : "no such check\n");
                return;
            }
            String endpoint = found.get().name();
            boolean verbose = request.params().contains("verbose");
            report.get()
                    // A check may have ended on any thread.
                    .emitOn(task -> context.runOnContext(ignored -> task.run()))
                    .subscribe()
                    .with(done -> {
                        log.note(endpoint, done);
                        Answer.text(request, done.statusCode(), done.text(verbose));
                    });
        }

        private static Optional<Uni<HealthReport>> report(Destination destination, HttpServerRequest request) {
            if (destination.check().isEmpty()) {
                return Optional.of(destination
                        .endpoint()
                        .all(destination.name(), request.params().getAll("exclude")));
            }
            String title = destination.name() + "/" + destination.check();
            return destination.endpoint().one(title, destination.check());
        }
    }
}
