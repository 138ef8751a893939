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
import io.trainyard.core.time.TimeLimit;
import io.trainyard.core.time.VertxTimeSource;
import io.trainyard.core.tls.TlsServerOptions;
import io.trainyard.foundation.time.TimeSource;
import io.vertx.core.Context;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.NetSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The port for admission reviews: open on every replica, with the certificate that all servers share. Reviews have an event loop of their own, so that none
 * waits for a reconcile. All else lives on the event loop that reconciles.
 */
final class Webhooks {
    /** Longer than a review may take. */
    private static final Duration LAST_REVIEWS =
            AdmissionServer.Limits.DEFAULT.review().plusSeconds(1);

    private final EventLoop loop;
    private final TimeSource time;
    private final Configuration configuration;
    private final Certificates certificates;
    private final MeterRegistry registry;
    private final CompletableFuture<Void> shutdownDelay = new CompletableFuture<>();
    private @Nullable HttpListener server;
    private @Nullable ClientAuthorityFile authority;
    private volatile @Nullable ReviewLoop reviews;
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
     * @param known completes when the caches are filled; reviews wait until then
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
        ReviewLoop watched = ReviewLoop.watched(context, new VertxTimeSource(context));
        reviews = watched;
        AdmissionWebhooks decided = decisions.on(watched.loop(), watched.time());
        ServedNamespaces served = new ServedNamespaces(configuration.trainyard().watchNamespaces());
        UnaryOperator<AdmissionWebhook> ready = admission -> onceKnown(known, served.only(admission), watched.loop());
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
        ReviewLoop asked = reviews;
        return asked == null ? Optional.empty() : asked.guard().lateness();
    }

    /** For the liveness probe: what is wrong with the event loop of reviews; from any thread. */
    Optional<String> problem() {
        ReviewLoop asked = reviews;
        return asked == null ? Optional.empty() : asked.guard().problem();
    }

    /** Whether the port has answered; from any thread. */
    boolean serving() {
        return serving;
    }

    /**
     * Prepares the end of the process. The API server learns late that a replica leaves, so reviews are answered until the delay is over. Each connection takes
     * one more request.
     */
    void retire(Duration delay) {
        if (server == null) {
            shutdownDelay.complete(null);
        } else {
            server.retire();
            time.after(delay, () -> shutdownDelay.complete(null));
        }
    }

    /** Closes the port when the delay that {@link #retire} was given is over and no review is open. Without {@code retire} it never completes. */
    Uni<Void> stop() {
        return Uni.createFrom()
                .completionStage(shutdownDelay)
                .chain(this::awaitLastReviews)
                .chain(this::close);
    }

    private Uni<Void> awaitLastReviews() {
        return server == null
                ? Uni.createFrom().voidItem()
                : TimeLimit.of(LAST_REVIEWS, time, server.quiet().emitOn(loop))
                        .onFailure()
                        .recoverWithNull();
    }

    private Uni<Void> close() {
        serving = false;
        if (authority != null) {
            authority.stop();
        }
        if (reviews != null) {
            reviews.stopWatching();
        }
        return server == null ? Uni.createFrom().voidItem() : server.close();
    }

    /** Reviews read the caches, so they wait until these are filled. */
    private static AdmissionWebhook onceKnown(Uni<Void> known, AdmissionWebhook admission, EventLoop reviews) {
        return request ->
                known.emitOn(reviews).chain(() -> admission.review(request)).runSubscriptionOn(reviews);
    }

    private Optional<String> clientAuthority() {
        return configuration.trainyard().admission().clientCAFile();
    }

    /** Proves that the port answers. No certificate is checked, since the other end is this process; TLS is left out where it needs a client certificate. */
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
