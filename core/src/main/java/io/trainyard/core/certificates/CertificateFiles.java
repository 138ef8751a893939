package io.trainyard.core.certificates;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.metrics.CertificateMetrics;
import io.trainyard.core.metrics.ControllerMetrics;
import io.trainyard.foundation.time.Blocking;
import io.trainyard.foundation.time.TimeSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Certificates that somebody else makes and renews, cert-manager for example, as files. Looks at them every few seconds, because a kubelet
 * exchanges a whole folder at once. Lives on the owning event loop; files are read by a worker.
 */
public final class CertificateFiles implements CertificateSource {
    private static final Logger LOG = LoggerFactory.getLogger(CertificateFiles.class);
    private static final Duration INTERVAL = Duration.ofSeconds(10);

    private final Setup setup;
    private final CompletableFuture<ServingCertificate> first = new CompletableFuture<>();
    private Consumer<ServingCertificate> listener = ignored -> {};
    private Optional<SecretContent> last = Optional.empty();
    private TimeSource.@Nullable Cancellable next;
    private boolean stopped;
    private volatile String problem = "certificates are not ready";

    /**
     * What it needs.
     *
     * @param folder holds {@code tls.crt}, {@code tls.key} and perhaps {@code ca.crt}
     * @param worker reads files
     * @param owner the owning event loop
     */
    public record Setup(
            Path folder,
            TimeSource time,
            Executor worker,
            Executor owner,
            CertificateMetrics certificateMetrics,
            ControllerMetrics metrics) {}

    public CertificateFiles(Setup setup) {
        this.setup = setup;
    }

    @Override
    public Uni<ServingCertificate> start(Consumer<ServingCertificate> changed) {
        listener = changed;
        look();
        return Uni.createFrom().completionStage(first);
    }

    @Override
    public String problem() {
        return problem;
    }

    @Override
    public void stop() {
        stopped = true;
        if (next != null) {
            next.cancel();
        }
    }

    private void look() {
        Optional<SecretContent> before = last;
        Uni.createFrom()
                .item(() -> read(before))
                .runSubscriptionOn(setup.worker())
                .emitOn(setup.owner())
                .onTermination()
                .invoke(this::lookAgain)
                .subscribe()
                .with(this::found, this::failed);
    }

    private void lookAgain() {
        if (!stopped) {
            next = setup.time().after(INTERVAL, this::look);
        }
    }

    /** What was found; empty when nothing has changed. */
    @Blocking("reads files, on a worker thread")
    private Optional<Found> read(Optional<SecretContent> before) {
        SecretContent content = new SecretContent(
                text(SecretContent.AUTHORITIES).orElse(""),
                "",
                required(SecretContent.SERVER),
                required(SecretContent.SERVER_KEY));
        if (before.isPresent() && before.get().equals(content)) {
            return Optional.empty();
        }
        return Optional.of(new Found(content, serving(content)));
    }

    private ServingCertificate serving(SecretContent content) {
        SignedKey server = KeyMaterial.read(content)
                .server()
                .orElseThrow(() -> new IllegalStateException(
                        setup.folder().resolve(SecretContent.SERVER) + " and " + SecretContent.SERVER_KEY
                                + " cannot be read as certificate and key, or do not belong together"));
        return new ServingCertificate(content.server(), content.serverKey(), content.authorities(), server.notAfter());
    }

    private record Found(SecretContent content, ServingCertificate certificate) {}

    private String required(String name) {
        return text(name)
                .orElseThrow(() -> new IllegalStateException(setup.folder().resolve(name) + " does not exist"));
    }

    private Optional<String> text(String name) {
        try {
            return Optional.of(Files.readString(setup.folder().resolve(name)));
        } catch (NoSuchFileException missing) {
            return Optional.empty();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private void found(Optional<Found> found) {
        problem = "";
        if (found.isEmpty() || stopped) {
            return;
        }
        ServingCertificate certificate = found.get().certificate();
        last = Optional.of(found.get().content());
        setup.metrics().certificateRead(false);
        setup.certificateMetrics().inUse(CertificateUsage.SERVER.label(), certificate.notAfter());
        LOG.info("Certificate of {}, valid until {}", setup.folder(), certificate.notAfter());
        if (!first.complete(certificate)) {
            listener.accept(certificate);
        }
    }

    private void failed(Throwable failure) {
        setup.metrics().certificateRead(true);
        String text = String.valueOf(failure.getMessage());
        if (!text.equals(problem)) {
            problem = text;
            LOG.warn("No new certificate: {}", text);
        }
    }
}
