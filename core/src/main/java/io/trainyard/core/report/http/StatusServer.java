package io.trainyard.core.report.http;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.config.BindAddress;
import io.trainyard.core.http.HttpListener;
import io.trainyard.core.http.PortLimits;
import io.trainyard.core.metrics.ReportMetrics;
import io.trainyard.core.time.VertxTimeSource;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerOptions;
import java.time.Duration;
import java.util.function.Function;

/** Takes the reports of training programs, on an event loop of its own. Runs on every replica. */
public final class StatusServer {
    private static final String SETTING = "statusServer.port";

    private StatusServer() {}

    /**
     * What is served.
     *
     * @param access who may report
     * @param sink where reports go
     * @param limits protect the server
     */
    public record Service(ReportAccess access, ReportSink sink, ReportMetrics metrics, Limits limits) {}

    /**
     * How much one sender may cost.
     *
     * @param bodyBytes size of a body; a larger one is answered with 413
     * @param body time until the body has come; a slower one is answered with 408
     * @param perPod reports a second of one pod, in the long run
     * @param perJob reports a second of one job, in the long run; in ten times as many seconds a pod or a job may send all at once
     */
    public record Limits(int bodyBytes, Duration body, double perPod, double perJob) {
        /** A node may have eight processes that report every few seconds, and a job hundreds of nodes. */
        public static final Limits DEFAULT = new Limits(65_536, Duration.ofSeconds(10), 5, 200);
    }

    /**
     * Opens the port. Fails when that is not possible.
     *
     * @param address where to listen; port 0 takes any free one
     * @param transport how to speak HTTP, with TLS unless only this machine can reach it
     * @param service makes what is served, given the context on which requests arrive; called there
     */
    public static Uni<HttpListener> open(
            Vertx vertx, BindAddress address, HttpServerOptions transport, Function<Context, Service> service) {
        HttpServerOptions options = new HttpServerOptions(transport).setHandle100ContinueAutomatically(true);
        return HttpListener.open(
                vertx,
                new HttpListener.Place(SETTING, address, PortLimits.STATUS),
                options,
                context -> new StatusHandler(context, service.apply(context), new VertxTimeSource(context)));
    }
}
