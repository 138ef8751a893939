package io.trainyard.launcher.controller;

import io.micrometer.core.instrument.MeterRegistry;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.certificates.CertificateFiles;
import io.trainyard.core.certificates.CertificatePolicy;
import io.trainyard.core.certificates.CertificateSource;
import io.trainyard.core.certificates.CertificateWatch;
import io.trainyard.core.certificates.ManagedCertificates;
import io.trainyard.core.certificates.ServingCertificate;
import io.trainyard.core.config.Configuration;
import io.trainyard.core.config.TrainyardSettings;
import io.trainyard.core.kube.Informers;
import io.trainyard.core.kube.KubeClient;
import io.trainyard.core.kube.RequestLimits;
import io.trainyard.core.metrics.CertificateMetrics;
import io.trainyard.core.metrics.ControllerMetrics;
import io.trainyard.foundation.time.TimeSource;
import io.vertx.core.net.KeyCertOptions;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The one certificate of all TLS servers: gets it, and hands every later one to each of them. Lives on the event loop. */
final class Certificates {
    private static final Logger LOG = LoggerFactory.getLogger(Certificates.class);

    private final EventLoop loop;
    private final TimeSource time;
    private final Configuration configuration;
    private final String namespace;
    private final CertificateMetrics certificateMetrics;
    private final ControllerMetrics metrics;
    private final List<Function<KeyCertOptions, Uni<Void>>> servers = new ArrayList<>();
    private volatile @Nullable CertificateSource source;
    private @Nullable Informers watch;
    private volatile @Nullable ServingCertificate current;

    Certificates(
            EventLoop loop,
            TimeSource time,
            Configuration configuration,
            String namespace,
            MeterRegistry registry,
            ControllerMetrics metrics) {
        this.loop = loop;
        this.time = time;
        this.configuration = configuration;
        this.namespace = namespace;
        this.certificateMetrics = new CertificateMetrics(registry);
        this.metrics = metrics;
    }

    /** Completes when there is a certificate, however long that takes. */
    Uni<Void> start(KubeClient client) {
        CertificateSource chosen = configuration.certManagement().enabled() ? managed(client) : files();
        source = chosen;
        return chosen.start(this::changed)
                .emitOn(loop)
                .invoke(first -> current = first)
                .replaceWithVoid();
    }

    /** What keeps it from having a certificate; from any thread. */
    Optional<String> problem() {
        @Nullable CertificateSource started = source;
        return Optional.of(started == null ? "certificates are not ready" : started.problem())
                .filter(text -> !text.isEmpty());
    }

    /** The present one; only after the start. */
    KeyCertOptions current() {
        if (current == null) {
            throw new IllegalStateException("there is no certificate yet");
        }
        return current.keyCertOptions();
    }

    /** Whom callers of the servers have to trust, in PEM; empty as long as that is not known. */
    String authorities() {
        return current == null ? "" : current.authoritiesPem();
    }

    /** When the present one expires; empty as long as there is none. From any thread. */
    Optional<Instant> end() {
        @Nullable ServingCertificate present = current;
        return Optional.ofNullable(present).map(ServingCertificate::notAfter);
    }

    /** One more server that gets every later certificate. */
    void serve(Function<KeyCertOptions, Uni<Void>> server) {
        servers.add(server);
    }

    /** Looks after it no longer. */
    Uni<Void> stop() {
        if (source != null) {
            source.stop();
        }
        return watch == null ? Uni.createFrom().voidItem() : watch.stop();
    }

    private CertificateSource managed(KubeClient client) {
        String secret = configuration.certManagement().webhookSecretName();
        TrainyardSettings.Certificates times = configuration.trainyard().certManagement();
        CertificatePolicy policy = new CertificatePolicy(
                CertificatePolicy.namesOf(configuration.certManagement().webhookServiceName(), namespace),
                times.caValidity(),
                times.serverValidity(),
                times.rotateBefore());
        ManagedCertificates managed = new ManagedCertificates(new ManagedCertificates.Setup(
                client.requests(RequestLimits.DEFAULT),
                time,
                loop::onWorker,
                loop,
                certificateMetrics,
                namespace,
                secret,
                policy,
                times.checkInterval()));
        Informers informers = client.informers();
        watch = informers;
        CertificateWatch.add(informers, namespace, secret, loop, managed);
        // Nobody waits for the watch: without it, certificates are looked at now and then all the same.
        informers.start().subscribe().with(opened -> managed.look());
        return managed;
    }

    private CertificateSource files() {
        Path folder = Path.of(configuration.trainyard().certManagement().directory());
        return new CertificateFiles(
                new CertificateFiles.Setup(folder, time, loop::onWorker, loop, certificateMetrics, metrics));
    }

    private void changed(ServingCertificate certificate) {
        current = certificate;
        for (Function<KeyCertOptions, Uni<Void>> server : servers) {
            server.apply(certificate.keyCertOptions())
                    .subscribe()
                    .with(
                            done -> LOG.atInfo()
                                    .addKeyValue("notAfter", certificate.notAfter())
                                    .log("serving with a new certificate"),
                            failure -> LOG.atError()
                                    .setCause(failure)
                                    .log("the new certificate cannot be served; the old one stays"));
        }
    }
}
