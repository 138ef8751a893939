package io.trainyard.launcher.controller;

import io.micrometer.core.instrument.MeterRegistry;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.admission.AdmissionWebhook;
import io.trainyard.core.admission.AdmissionWebhooks;
import io.trainyard.core.admission.ServedNamespaces;
import io.trainyard.core.admission.http.AdmissionServer;
import io.trainyard.core.admission.http.WebhookPath;
import io.trainyard.core.certificates.ClientAuthorityFile;
import io.trainyard.core.config.Configuration;
import io.trainyard.core.tls.TlsServerOptions;
import io.trainyard.foundation.time.TimeSource;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.NetSocket;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The port for admission reviews: open on every replica, with the certificate that all servers share. Lives on the event loop. */
final class Webhooks {
    private final EventLoop loop;
    private final TimeSource time;
    private final Configuration configuration;
    private final Certificates certificates;
    private final MeterRegistry registry;
    private @Nullable AdmissionServer server;
    private @Nullable ClientAuthorityFile authority;
    private volatile boolean serving;

    Webhooks(
            EventLoop loop,
            TimeSource time,
            Configuration configuration,
            Certificates certificates,
            MeterRegistry registry) {
        this.loop = loop;
        this.time = time;
        this.configuration = configuration;
        this.certificates = certificates;
        this.registry = registry;
    }

    /**
     * Opens the port, and shakes hands with it once. Fails when that is not possible.
     *
     * @param known completes when decisions can be made; who asks before waits until then
     */
    Uni<Void> open(AdmissionWebhooks decisions, Uni<Void> known) {
        ServedNamespaces served = new ServedNamespaces(configuration.trainyard().watchNamespaces());
        Map<WebhookPath, AdmissionWebhook> admissions = Map.of(
                WebhookPath.MUTATE_TRAIN_JOB, onceKnown(known, served.only(decisions.trainJobDefaults())),
                WebhookPath.VALIDATE_TRAIN_JOB, onceKnown(known, served.only(decisions.trainJobs())),
                WebhookPath.VALIDATE_TRAINING_RUNTIME, onceKnown(known, served.only(decisions.runtimes())),
                WebhookPath.VALIDATE_CLUSTER_TRAINING_RUNTIME, onceKnown(known, served.only(decisions.runtimes())));
        return transport()
                .chain(transport -> AdmissionServer.open(
                        loop.context().owner(),
                        configuration.webhook(),
                        transport,
                        new AdmissionServer.Hooks(admissions, registry, AdmissionServer.Limits.DEFAULT)))
                .emitOn(loop)
                .invoke(opened -> {
                    server = opened;
                    certificates.serve(opened::replaceCertificate);
                })
                .chain(this::shakeHands)
                .emitOn(loop)
                .invoke(() -> serving = true);
    }

    private Uni<HttpServerOptions> transport() {
        HttpServerOptions transport =
                TlsServerOptions.of(configuration.tls()).secure(new HttpServerOptions(), certificates.current());
        Optional<String> file = clientAuthority();
        if (file.isEmpty()) {
            return Uni.createFrom().item(transport);
        }
        ClientAuthorityFile looking = new ClientAuthorityFile(Path.of(file.get()), time, this::onWorker, loop);
        authority = looking;
        return looking.start().map(trust -> TlsServerOptions.requireClientCertificate(transport, trust));
    }

    private void onWorker(Runnable task) {
        loop.context()
                .owner()
                .executeBlocking(
                        () -> {
                            task.run();
                            return null;
                        },
                        false);
    }

    /** Whether the port has answered; from any thread. */
    boolean serving() {
        return serving;
    }

    /** Closes the port. */
    Uni<Void> stop() {
        serving = false;
        if (authority != null) {
            authority.stop();
        }
        return server == null ? Uni.createFrom().voidItem() : server.close();
    }

    /** Decisions read what the controller knows, which belongs to its event loop, and is not worth asking before it is there. */
    private AdmissionWebhook onceKnown(Uni<Void> known, AdmissionWebhook admission) {
        return request -> known.chain(() -> admission.review(request)).runSubscriptionOn(loop);
    }

    private Optional<String> clientAuthority() {
        return configuration.trainyard().admission().clientCAFile();
    }

    /** Only whether the port answers, with TLS where that takes no client certificate; who is at the other end is known. */
    private Uni<Void> shakeHands(AdmissionServer opened) {
        String configured = configuration.webhook().host();
        String host = configured.isEmpty() ? "localhost" : configured;
        NetClientOptions options = new NetClientOptions()
                .setSsl(clientAuthority().isEmpty())
                .setTrustAll(true)
                .setHostnameVerificationAlgorithm("")
                .setConnectTimeout(2_000);
        configuration
                .tls()
                .minVersion()
                .ifPresent(version ->
                        options.setEnabledSecureTransportProtocols(new LinkedHashSet<>(version.protocolsFromHere())));
        var client = loop.context().owner().createNetClient(options);
        return Uni.createFrom().completionStage(() -> client.connect(opened.port(), host)
                .compose(NetSocket::close)
                .eventually(() -> client.close())
                .toCompletionStage());
    }
}
