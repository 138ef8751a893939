package io.trainyard.bench.reports;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.config.BindAddress;
import io.trainyard.core.config.TlsSettings;
import io.trainyard.core.http.HttpListener;
import io.trainyard.core.kube.ClientOptions;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.core.kube.KubeClient;
import io.trainyard.core.kube.RequestLimits;
import io.trainyard.core.kube.RequestObserver;
import io.trainyard.core.metrics.ReportMetrics;
import io.trainyard.core.progress.AppliedStatus;
import io.trainyard.core.progress.ConfigMapHistory;
import io.trainyard.core.progress.ProgressReports;
import io.trainyard.core.report.Report;
import io.trainyard.core.report.http.ReportSink;
import io.trainyard.core.report.http.StatusServer;
import io.trainyard.core.report.http.TokenReviewAccess;
import io.trainyard.core.time.VertxTimeSource;
import io.trainyard.core.tls.SelfSignedCertificate;
import io.trainyard.core.tls.TlsServerOptions;
import io.trainyard.spi.model.ResourceKey;
import io.trainyard.spi.model.TrainJob;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The port for reports as the controller has it, in a process whose processor time can be read; nothing is watched or reconciled. Says on
 * which port it listens, and goes on until its input ends.
 */
public final class ReportServer {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final Duration INTERVAL = Duration.ofSeconds(10);
    private static final RequestLimits UNLIMITED = RequestLimits.DEFAULT.withRate(0, 0);

    private final KubeClient client;
    private final Map<ResourceKey, TrainJob> trainJobs = new HashMap<>();
    private final ReportMetrics metrics = new ReportMetrics(new SimpleMeterRegistry());

    private ReportServer(KubeClient client) {
        this.client = client;
    }

    /** Argument: a kubeconfig. */
    public static void main(String[] arguments) throws Exception {
        Vertx vertx = Vertx.vertx();
        Context loop = vertx.getOrCreateContext();
        KubeClient client = KubeClient.open(
                        loop,
                        ClientOptions.defaults()
                                .withKubeconfig(Path.of(arguments[0]))
                                .withLimits(UNLIMITED),
                        RequestObserver.NONE)
                .await()
                .atMost(TIMEOUT);
        ReportServer server = new ReportServer(client);
        SelfSignedCertificate certificate = SelfSignedCertificate.create(
                        vertx, new VertxTimeSource(loop), List.of("localhost"), Duration.ofDays(1))
                .await()
                .atMost(TIMEOUT);
        HttpListener opened = StatusServer.open(
                        vertx,
                        new BindAddress("", 0),
                        TlsServerOptions.of(new TlsSettings(Optional.empty(), List.of(), List.of("http/1.1")))
                                .secure(new HttpServerOptions(), certificate.keyCertOptions()),
                        server::service)
                .await()
                .atMost(TIMEOUT);
        System.out.println("port " + opened.port());
        while (System.in.read() >= 0) {
            Thread.onSpinWait();
        }
        System.exit(0);
    }

    /** What the cache of TrainJobs has. */
    private static TrainJob cached(ResourceKey key) {
        return new ObjectMapper()
                .convertValue(
                        Map.of(
                                "metadata",
                                Map.of(
                                        "name",
                                        key.name(),
                                        "namespace",
                                        key.namespace(),
                                        "uid",
                                        "uid-" + key.name(),
                                        "resourceVersion",
                                        "7"),
                                "spec",
                                Map.of("runtimeRef", Map.of("name", "torch"), "trainer", Map.of("numNodes", 4))),
                        TrainJob.class);
    }

    private StatusServer.Service service(Context context) {
        VertxTimeSource time = new VertxTimeSource(context);
        KubeApi questions = client.requestsOf(context, UNLIMITED, AppliedStatus.FIELD_MANAGER);
        KubeApi writes = client.requestsOf(context, UNLIMITED, AppliedStatus.FIELD_MANAGER);
        ProgressReports reports = new ProgressReports(new ProgressReports.Setup(
                time, new AppliedStatus(writes), new ConfigMapHistory(writes), metrics, INTERVAL, () -> true));
        return new StatusServer.Service(
                new TokenReviewAccess(questions, time, true, metrics),
                new ReportSink() {
                    @Override
                    public Uni<Optional<TrainJob>> find(ResourceKey trainJob) {
                        return Uni.createFrom()
                                .item(Optional.of(trainJobs.computeIfAbsent(trainJob, ReportServer::cached)));
                    }

                    @Override
                    public void take(TrainJob trainJob, Report report, String pod) {
                        reports.take(trainJob, report, pod);
                    }
                },
                metrics,
                StatusServer.Limits.DEFAULT);
    }
}
