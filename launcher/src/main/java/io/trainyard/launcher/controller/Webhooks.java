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
import io.trainyard.core.http.HttpListener;
import io.trainyard.core.loop.EventLoopGuard;
import io.trainyard.core.time.VertxTimeSource;
import io.trainyard.core.tls.TlsServerOptions;
import io.trainyard.foundation.time.TimeSource;
import io.vertx.core.Context;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.NetSocket;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The port for admission reviews: open on every replica, with the certificate that all servers share. Reviews have an event loop of their own, so that none
 * waits for a reconcile. All else lives on the event loop that reconciles.
 */
final class Webhooks {
    private final EventLoop loop;
    private final TimeSource time;
    private final Configuration configuration;
    private final Certificates certificates;
    private final MeterRegistry registry;
    private @Nullable HttpListener server;
    private @Nullable ClientAuthorityFile authority;
    private volatile @Nullable EventLoopGuard guard;
    private volatile boolean serving;

    /** Makes what decides, for the event loop on which it will be asked. */
    interface Decisions {
        /** Called there. */
        AdmissionWebhooks on(EventLoop reviews, TimeSource time);
    }

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
    Uni<Void> open(Decisions decisions, Uni<Void> known) {
        return transport()
                .chain(transport -> AdmissionServer.open(
                        loop.context().owner(),
                        configuration.webhook(),
                        transport,
                        context -> hooks(context, decisions, known)))
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
        ClientAuthorityFile looking = new ClientAuthorityFile(Path.of(file.get()), time, loop::onWorker, loop);
        authority = looking;
        return looking.start().map(trust -> TlsServerOptions.requireClientCertificate(transport, trust));
    }

    private AdmissionServer.Hooks hooks(Context context, Decisions decisions, Uni<Void> known) {
        TimeSource reviewTime = new VertxTimeSource(context);
        EventLoopGuard watching = new EventLoopGuard(
                reviewTime,
                ManagementFactory.getThreadMXBean()::getCurrentThreadCpuTime,
                block -> {},
                EventLoopGuard.RARE);
        watching.start();
        guard = watching;
        EventLoop reviews = new EventLoop(context).under(watching);
        AdmissionWebhooks decided = decisions.on(reviews, watching.guard(reviewTime));
        ServedNamespaces served = new ServedNamespaces(configuration.trainyard().watchNamespaces());
        UnaryOperator<AdmissionWebhook> ready = admission -> onceKnown(known, served.only(admission), reviews);
        return new AdmissionServer.Hooks(
                Map.of(
                        WebhookPath.MUTATE_TRAIN_JOB, ready.apply(decided.trainJobDefaults()),
                        WebhookPath.VALIDATE_TRAIN_JOB, ready.apply(decided.trainJobs()),
                        WebhookPath.VALIDATE_TRAINING_RUNTIME, ready.apply(decided.runtimes()),
                        WebhookPath.VALIDATE_CLUSTER_TRAINING_RUNTIME, ready.apply(decided.runtimes())),
                registry,
                AdmissionServer.Limits.DEFAULT);
    }

    /** For the readiness probe: what is wrong with the event loop of reviews; from any thread. */
    Optional<String> lateness() {
        EventLoopGuard asked = guard;
        return asked == null ? Optional.empty() : asked.lateness();
    }

    /** For the liveness probe: what is wrong with the event loop of reviews; from any thread. */
    Optional<String> problem() {
        EventLoopGuard asked = guard;
        return asked == null ? Optional.empty() : asked.problem();
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
        if (guard != null) {
            guard.stop();
        }
        return server == null ? Uni.createFrom().voidItem() : server.close();
    }

    /** Decisions read what the controller knows, which is not worth asking before it is there. */
    private static AdmissionWebhook onceKnown(Uni<Void> known, AdmissionWebhook admission, EventLoop reviews) {
        return request ->
                known.emitOn(reviews).chain(() -> admission.review(request)).runSubscriptionOn(reviews);
    }

    private Optional<String> clientAuthority() {
        return configuration.trainyard().admission().clientCAFile();
    }

    /** Only whether the port answers, with TLS where that takes no client certificate; who is at the other end is known. */
    private Uni<Void> shakeHands(HttpListener opened) {
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
