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
import io.trainyard.core.http.HttpListener;
import io.trainyard.core.kube.ClientOptions;
import io.trainyard.core.kube.KubeClient;
import io.trainyard.core.kube.RequestLimits;
import io.trainyard.core.plain.PlainPlugin;
import io.trainyard.core.plugin.Plugins;
import io.trainyard.core.time.VertxTimeSource;
import io.trainyard.core.tls.SelfSignedCertificate;
import io.trainyard.core.tls.TlsServerOptions;
import io.trainyard.plugins.coscheduling.CoschedulingPlugin;
import io.trainyard.plugins.torch.TorchPlugin;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** What a controller has when it rehearses; nothing listens at the address of its API server, unless it is told another one. */
final class RehearsedServer implements AutoCloseable {
    static final Duration TIMEOUT = Duration.ofSeconds(300);

    /** What was asked of the API server, and what came of it. */
    final List<String> asked = new CopyOnWriteArrayList<>();

    final Vertx vertx = Vertx.vertx();
    final EventLoop loop = new EventLoop(vertx.getOrCreateContext());
    final VertxTimeSource time = new VertxTimeSource(loop.context());
    final Plugins plugins = Plugins.of(new PlainPlugin(), new TorchPlugin(), new CoschedulingPlugin());
    final HttpServerOptions transport = TlsServerOptions.of(
                    new TlsSettings(Optional.empty(), List.of(), List.of("http/1.1")))
            .secure(
                    new HttpServerOptions(),
                    await(SelfSignedCertificate.create(vertx, time, List.of("localhost"), Duration.ofDays(1)))
                            .keyCertOptions());
    final KubeClient client;

    private RehearsedServer(Path kubeconfig) {
        client = await(KubeClient.open(
                loop.context(),
                loop,
                ClientOptions.defaults()
                        .withKubeconfig(kubeconfig)
                        .withLimits(RequestLimits.DEFAULT.withAdaptiveLimit()),
                (method, code, host) -> asked.add(method + " " + code)));
    }

    /** Of the cluster that a kubeconfig names. */
    static RehearsedServer of(Path kubeconfig) {
        return new RehearsedServer(kubeconfig);
    }

    /** For those who ask no API server anything. */
    static RehearsedServer alone(Path folder) throws IOException {
        return new RehearsedServer(kubeconfig(folder));
    }

    private static Path kubeconfig(Path folder) throws IOException {
        return Files.writeString(
                folder.resolve("nobody.kubeconfig"),
                """
                {apiVersion: v1, kind: Config, current-context: a, contexts: [{name: a, context: {cluster: a, user: a}}],
                 clusters: [{name: a, cluster: {server: "http://127.0.0.1:1"}}], users: [{name: a, user: {}}]}
                """);
    }

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
                        (reviews, reviewTime, reader) -> decisions(reader, reviewTime),
                        client::requestsThatGoNowhere)
                .run(plugins));
    }

    /** The answer to the first review of a server like the real one. */
    String firstReview() {
        SampleReviews sample = new SampleReviews();
        HttpListener server = await(AdmissionServer.open(
                vertx,
                new WebhookSettings("127.0.0.1", 0),
                transport,
                context -> new AdmissionServer.Hooks(
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
        await(client.close());
        await(Uni.createFrom().completionStage(vertx.close().toCompletionStage()));
    }
}
