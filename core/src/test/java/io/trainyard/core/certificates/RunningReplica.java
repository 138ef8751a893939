package io.trainyard.core.certificates;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.admission.AdmissionWebhook;
import io.trainyard.core.admission.http.AdmissionServer;
import io.trainyard.core.admission.http.WebhookPath;
import io.trainyard.core.config.TlsSettings;
import io.trainyard.core.config.WebhookSettings;
import io.trainyard.core.http.HttpListener;
import io.trainyard.core.kube.ClientOptions;
import io.trainyard.core.kube.Informers;
import io.trainyard.core.kube.KubeClient;
import io.trainyard.core.kube.RequestObserver;
import io.trainyard.core.metrics.CertificateMetrics;
import io.trainyard.core.time.VertxTimeSource;
import io.trainyard.core.tls.TlsServerOptions;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** One replica's certificates and webhooks, with an event loop of its own. */
final class RunningReplica implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(180);

    private final Vertx vertx = Vertx.vertx();
    private final Context owner = vertx.getOrCreateContext();
    private final KubeClient client;
    private final ManagedCertificates managed;
    private final Informers watch;
    private final HttpListener server;

    RunningReplica(Path kubeconfig, CertificatePolicy policy, AdmissionWebhook admission) {
        client = KubeClient.open(owner, ClientOptions.defaults().withKubeconfig(kubeconfig), RequestObserver.NONE)
                .await()
                .atMost(TIMEOUT);
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        Executor loop = task -> owner.runOnContext(ignored -> task.run());
        managed = new ManagedCertificates(
                new ManagedCertificates.Setup(
                        client.requests(),
                        new VertxTimeSource(owner),
                        task -> vertx.executeBlocking(
                                () -> {
                                    task.run();
                                    return null;
                                },
                                false),
                        loop,
                        new CertificateMetrics(registry),
                        CertificateRotationIT.NAMESPACE,
                        CertificateRotationIT.SECRET,
                        policy,
                        Duration.ofHours(12)),
                SpareKeys.SHARED);
        watch = client.informers();
        CertificateWatch.add(watch, CertificateRotationIT.NAMESPACE, CertificateRotationIT.SECRET, loop, managed);
        watch.start().await().atMost(TIMEOUT);
        Listening listening = new Listening();
        ServingCertificate first = Uni.createFrom()
                .deferred(() -> managed.start(listening::replace))
                .runSubscriptionOn(loop)
                .await()
                .atMost(TIMEOUT);
        server = AdmissionServer.open(
                        vertx,
                        new WebhookSettings("", 0),
                        TlsServerOptions.of(new TlsSettings(Optional.empty(), List.of(), List.of("http/1.1")))
                                .secure(new HttpServerOptions(), first.keyCertOptions()),
                        context -> new AdmissionServer.Hooks(
                                Map.of(
                                        WebhookPath.MUTATE_TRAIN_JOB, admission,
                                        WebhookPath.VALIDATE_TRAIN_JOB, admission,
                                        WebhookPath.VALIDATE_TRAINING_RUNTIME, admission,
                                        WebhookPath.VALIDATE_CLUSTER_TRAINING_RUNTIME, admission),
                                registry,
                                AdmissionServer.Limits.DEFAULT))
                .await()
                .atMost(TIMEOUT);
        listening.server = server;
    }

    private static final class Listening {
        private volatile HttpListener server;

        private void replace(ServingCertificate certificate) {
            if (server != null) {
                server.replaceCertificate(certificate.keyCertOptions())
                        .subscribe()
                        .with(done -> {}, failure -> {
                            throw new IllegalStateException(failure);
                        });
            }
        }
    }

    int port() {
        return server.port();
    }

    String problem() {
        return managed.problem();
    }

    @Override
    public void close() throws Exception {
        owner.runOnContext(ignored -> managed.stop());
        watch.stop().await().atMost(TIMEOUT);
        server.close().await().atMost(TIMEOUT);
        client.close().await().atMost(TIMEOUT);
        vertx.close().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }
}
