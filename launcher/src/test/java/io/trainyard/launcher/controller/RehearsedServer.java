package io.trainyard.launcher.controller;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.admission.AdmissionReader;
import io.trainyard.core.admission.AdmissionWebhooks;
import io.trainyard.core.admission.http.AdmissionServer;
import io.trainyard.core.admission.http.WebhookPath;
import io.trainyard.core.config.AdmissionSettings;
import io.trainyard.core.config.TlsSettings;
import io.trainyard.core.config.WebhookSettings;
import io.trainyard.core.plain.PlainPlugin;
import io.trainyard.core.plugin.Plugins;
import io.trainyard.core.time.VertxTimeSource;
import io.trainyard.core.tls.SelfSignedCertificate;
import io.trainyard.core.tls.TlsServerOptions;
import io.trainyard.plugins.torch.TorchPlugin;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerOptions;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a controller has when it rehearses, without a cluster; as a program it prints how many classes the rehearsal loads, and then the first review. */
final class RehearsedServer implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(100);

    final Vertx vertx = Vertx.vertx();
    final EventLoop loop = new EventLoop(vertx.getOrCreateContext());
    final VertxTimeSource time = new VertxTimeSource(loop.context());
    final Plugins plugins = Plugins.of(new PlainPlugin(), new TorchPlugin());
    final HttpServerOptions transport = TlsServerOptions.of(
                    new TlsSettings(Optional.empty(), List.of(), List.of("http/1.1")))
            .secure(
                    new HttpServerOptions(),
                    await(SelfSignedCertificate.create(vertx, time, List.of("localhost"), Duration.ofDays(1)))
                            .keyCertOptions());

    static <T> T await(Uni<T> uni) {
        return uni.await().atMost(TIMEOUT);
    }

    AdmissionWebhooks decisions(AdmissionReader reader, io.trainyard.foundation.time.TimeSource reviewTime) {
        return new AdmissionWebhooks(reader, plugins, AdmissionSettings.DEFAULT, reviewTime);
    }

    int rehearse(Duration limit, int rounds) {
        return await(new StartRehearsal(
                        loop,
                        time,
                        limit,
                        rounds,
                        transport,
                        (reviews, reviewTime, reader) -> decisions(reader, reviewTime))
                .run(plugins));
    }

    /** The answer to the first review of a server like the real one. */
    String firstReview() {
        SampleReviews sample = new SampleReviews();
        AdmissionServer server = await(AdmissionServer.open(
                vertx,
                new WebhookSettings("127.0.0.1", 0),
                transport,
                new AdmissionServer.Hooks(
                        Map.of(
                                WebhookPath.VALIDATE_TRAIN_JOB,
                                decisions(sample, time).trainJobs()),
                        new SimpleMeterRegistry(),
                        AdmissionServer.Limits.DEFAULT)));
        var client = vertx.createHttpClient(
                new HttpClientOptions().setSsl(true).setTrustAll(true).setVerifyHost(false));
        return await(Uni.createFrom()
                .completionStage(client.request(
                                HttpMethod.POST, server.port(), "127.0.0.1", WebhookPath.VALIDATE_TRAIN_JOB.path())
                        .compose(request -> request.putHeader("Content-Type", "application/json")
                                .send(sample.reviews().get(1).body()))
                        .compose(answer -> answer.body())
                        .map(Buffer::toString)
                        .toCompletionStage()));
    }

    @Override
    public void close() {
        await(Uni.createFrom().completionStage(vertx.close().toCompletionStage()));
    }

    public static void main(String[] args) {
        var classes = ManagementFactory.getClassLoadingMXBean();
        try (RehearsedServer server = new RehearsedServer()) {
            long begin = classes.getTotalLoadedClassCount();
            int reviews = server.rehearse(TIMEOUT, 3);
            long rehearsed = classes.getTotalLoadedClassCount();
            String answer = server.firstReview();
            long reviewed = classes.getTotalLoadedClassCount();
            System.out.printf(
                    "%d %d %d %s%n",
                    reviews, rehearsed - begin, reviewed - rehearsed, answer.contains("\"allowed\":true"));
        }
    }
}
