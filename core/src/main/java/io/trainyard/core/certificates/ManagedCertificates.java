package io.trainyard.core.certificates;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.events.ObjectEvents;
import io.trainyard.core.kube.ApiFailure;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.core.metrics.CertificateMetrics;
import io.trainyard.core.tls.Pem;
import io.trainyard.foundation.time.TimeSource;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the certificates in the Secret and in the webhook configurations as they must be. Every replica does so; they agree
 * because a write fails when another one was faster. Lives on the owning event loop.
 */
public final class ManagedCertificates implements CertificateSource {
    private static final Logger LOG = LoggerFactory.getLogger(ManagedCertificates.class);

    private static final Duration MIN_WAIT = Duration.ofSeconds(1);

    private final Setup setup;
    private final CertificateIssuer issuer;
    private final CertificateSecret secret;
    private final WebhookConfigurations configurations;
    private final ObjectEvents events;
    private final RetryBackoff backoff = new RetryBackoff();
    private final CompletableFuture<ServingCertificate> first = new CompletableFuture<>();
    private Consumer<ServingCertificate> listener = ignored -> {};
    private KeyMaterial serving = KeyMaterial.NONE;
    private Optional<ServingCertificate> told = Optional.empty();
    private Optional<Renewal.Known> known = Optional.empty();
    private Optional<SecretContent> unsaved = Optional.empty();
    private TimeSource.@Nullable Cancellable next;
    private boolean busy;
    /** A write is held back, since somebody else replaces what we write. */
    private boolean heldBack;

    private Duration heldBackFor = Duration.ZERO;
    private long earliest;
    private boolean repeat;
    private boolean stopped;
    private volatile String problem = "certificates are not ready";

    /**
     * What it needs.
     *
     * @param api requests with limits of their own, so that certificates never wait behind jobs
     * @param worker runs what takes long
     * @param owner the owning event loop
     * @param namespace namespace of the Secret
     * @param secretName name of the Secret
     * @param policy what certificates are to be like
     * @param checkInterval longest time between two looks
     */
    public record Setup(
            KubeApi api,
            TimeSource time,
            Executor worker,
            Executor owner,
            CertificateMetrics metrics,
            String namespace,
            String secretName,
            CertificatePolicy policy,
            Duration checkInterval) {}

    public ManagedCertificates(Setup setup) {
        this(setup, KeyPairs.rsa());
    }

    ManagedCertificates(Setup setup, KeyPairs keys) {
        this.setup = setup;
        this.issuer = new CertificateIssuer(setup.policy(), keys);
        this.secret = new CertificateSecret(setup.api(), setup.namespace(), setup.secretName());
        this.configurations =
                new WebhookConfigurations(setup.api(), () -> setup.time().nanos(), this::replaced);
        this.events = new ObjectEvents(setup.api(), setup.time());
    }

    @Override
    public Uni<ServingCertificate> start(Consumer<ServingCertificate> changed) {
        listener = changed;
        look();
        return Uni.createFrom().completionStage(first);
    }

    /** Something may have changed: the Secret, or a webhook configuration. */
    public void look() {
        if (stopped) {
            return;
        }
        long early = earliest - setup.time().nanos();
        if (heldBack && early > 0) {
            // Every change that the other one makes wakes us; to answer each of them at once would be to fight, too.
            lookAfter(Duration.ofNanos(early));
            return;
        }
        if (busy) {
            repeat = true;
            return;
        }
        cancelNext();
        busy = true;
        repeat = false;
        reconcile().subscribe().with(this::done, this::failed);
    }

    @Override
    public String problem() {
        return problem;
    }

    @Override
    public void stop() {
        stopped = true;
        cancelNext();
    }

    /** One look, and at most one step. */
    private Uni<Renewal> reconcile() {
        return secret.read().chain(found -> {
            SecretContent content = found.map(SecretContent::of).orElse(unsaved.orElse(SecretContent.EMPTY));
            return renew(content)
                    .chain(renewal -> save(found, renewal))
                    .invoke(renewal -> serve(renewal.material()))
                    .call(renewal -> trust(renewal.material()));
        });
    }

    private Uni<Renewal> renew(SecretContent content) {
        Instant now = setup.time().now();
        KeyMaterial current = serving;
        Optional<Renewal.Known> trusted = known;
        return Uni.createFrom()
                .item(() -> {
                    try {
                        return Renewal.of(issuer, content, current, trusted, now);
                    } catch (GeneralSecurityException broken) {
                        throw new IllegalStateException("no certificate can be made: " + broken.getMessage(), broken);
                    }
                })
                .runSubscriptionOn(setup.worker())
                .emitOn(setup.owner());
    }

    private Uni<Renewal> save(Optional<Secret> found, Renewal renewal) {
        if (!renewal.changed() && found.isPresent()) {
            unsaved = Optional.empty();
            return Uni.createFrom().item(renewal);
        }
        SecretContent content = renewal.material().content();
        return secret.write(found, content)
                .invoke(written -> {
                    unsaved = Optional.empty();
                    record(written, renewal);
                })
                .replaceWith(renewal)
                .onFailure(failure -> found.isEmpty() && ApiFailure.Kind.NOT_FOUND.isOf(failure))
                .recoverWithItem(() -> withoutNamespace(content, renewal));
    }

    /** Outside a cluster there may be no such namespace; in a cluster it is that of this very pod. */
    private Renewal withoutNamespace(SecretContent content, Renewal renewal) {
        if (unsaved.isEmpty()) {
            LOG.warn(
                    "There is no namespace {}: certificates are kept in memory only, and are this replica's own",
                    setup.namespace());
        }
        unsaved = Optional.of(content);
        return renewal;
    }

    private void record(Secret written, Renewal renewal) {
        for (CertificateUsage usage : renewal.issued()) {
            Instant notAfter = notAfter(renewal.material(), usage);
            LOG.info("{}: new {}, valid until {}", secret, usage.text(), notAfter);
            setup.metrics().issued(usage.label());
            events.normal(written, "CertificateIssued", "new " + usage.text() + ", valid until " + notAfter);
        }
    }

    private static Instant notAfter(KeyMaterial material, CertificateUsage usage) {
        return (usage == CertificateUsage.CA ? material.authority() : material.server())
                .map(SignedKey::notAfter)
                .orElse(Instant.EPOCH);
    }

    private void serve(KeyMaterial material) {
        for (CertificateUsage usage : CertificateUsage.values()) {
            setup.metrics().inUse(usage.label(), notAfter(material, usage));
        }
        serving = material;
        Optional<ServingCertificate> current = material.serving();
        if (!current.equals(told)) {
            told = current;
            if (first.isDone()) {
                current.ifPresent(listener);
            }
        }
    }

    private Uni<Void> trust(KeyMaterial material) {
        X509Certificate authority = material.authorities().get(0);
        return configurations
                .trust(Pem.of(material.authorities()))
                .invoke(wait -> {
                    heldBackFor = wait;
                    if (wait.isZero()
                            && (known.isEmpty() || !known.get().certificate().equals(authority))) {
                        known = Optional.of(
                                new Renewal.Known(authority, setup.time().now()));
                    }
                })
                .replaceWithVoid();
    }

    private void replaced(HasMetadata configuration, int times) {
        setup.metrics().bundleReplaced(configuration.getMetadata().getName());
        if (times == BundleContention.REPEATED) {
            String message =
                    "somebody else keeps replacing caBundle: another installation of Trainyard or Kubeflow Trainer,"
                            + " or cert-manager's injector; our own is written back more and more rarely, up to every 10 minutes";
            LOG.atWarn()
                    .log(
                            "{} {}: {}",
                            configuration.getKind(),
                            configuration.getMetadata().getName(),
                            message);
            events.warning(configuration, "CABundleContended", message);
        }
    }

    private void done(Renewal renewal) {
        busy = false;
        backoff.succeeded();
        problem = "";
        told.ifPresent(first::complete);
        Duration wait = untilThen(renewal.until());
        heldBack = !heldBackFor.isZero();
        earliest = setup.time().nanos() + MIN_WAIT.toNanos();
        if (renewal.changed() || repeat) {
            look();
        } else {
            lookAfter(heldBack && heldBackFor.compareTo(wait) < 0 ? heldBackFor : wait);
        }
    }

    /** Not at once, even if the clock is ahead of the plan. */
    private Duration untilThen(Instant until) {
        Duration wait = Duration.between(setup.time().now(), until);
        if (wait.compareTo(MIN_WAIT) < 0) {
            return MIN_WAIT;
        }
        return wait.compareTo(setup.checkInterval()) > 0 ? setup.checkInterval() : wait;
    }

    private void failed(Throwable failure) {
        busy = false;
        if (isRace(failure)) {
            LOG.debug("{}: another replica was faster; looking again", secret);
            lookAfter(backoff.afterConflict());
            return;
        }
        String text = String.valueOf(failure.getMessage());
        if (!text.equals(problem)) {
            LOG.atWarn().log("{}: certificates cannot be looked after: {}", secret, text);
            problem = text;
        }
        lookAfter(backoff.afterFailure());
    }

    private void lookAfter(Duration wait) {
        if (!stopped) {
            cancelNext();
            next = setup.time().after(wait, this::look);
        }
    }

    private void cancelNext() {
        if (next != null) {
            next.cancel();
            next = null;
        }
    }

    private static boolean isRace(Throwable failure) {
        return failure instanceof ApiFailure refusal
                && (refusal.kind() == ApiFailure.Kind.CONFLICT || refusal.kind() == ApiFailure.Kind.ALREADY_EXISTS);
    }
}
