package io.trainyard.core.certificates;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.tls.Pem;
import io.trainyard.core.tls.ReloadableTrustManager;
import io.trainyard.foundation.time.Blocking;
import io.trainyard.foundation.time.TimeSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The authorities of client certificates, as a file of somebody else's. Looks at it every few seconds, because a kubelet exchanges a whole folder at
 * once. While what is there cannot be used, the last good content counts. Lives on the owning event loop; the file is read by a worker.
 */
public final class ClientAuthorityFile {
    private static final Logger LOG = LoggerFactory.getLogger(ClientAuthorityFile.class);
    private static final Duration INTERVAL = Duration.ofSeconds(10);

    private final Path file;
    private final TimeSource time;
    private final Executor worker;
    private final Executor owner;
    private @Nullable ReloadableTrustManager trust;
    private String last = "";
    private String problem = "";
    private TimeSource.@Nullable Cancellable next;
    private boolean stopped;

    /**
     * Prepares looking.
     *
     * @param file certificates in PEM, one or more
     * @param worker reads it
     * @param owner the owning event loop
     */
    public ClientAuthorityFile(Path file, TimeSource time, Executor worker, Executor owner) {
        this.file = file;
        this.time = time;
        this.worker = worker;
        this.owner = owner;
    }

    /** Reads the file, and goes on looking at it. Fails, with a message that names the file, when there is nothing in it to begin with. */
    public Uni<ReloadableTrustManager> start() {
        return Uni.createFrom()
                .item(this::read)
                .runSubscriptionOn(worker)
                .emitOn(owner)
                .map(text -> {
                    ReloadableTrustManager first = use(text);
                    lookLater();
                    return first;
                });
    }

    /** Looks no longer; what was read last stays in use. */
    public void stop() {
        stopped = true;
        if (next != null) {
            next.cancel();
        }
    }

    private void lookLater() {
        if (!stopped) {
            next = time.after(INTERVAL, this::look);
        }
    }

    private void look() {
        Uni.createFrom()
                .item(this::read)
                .runSubscriptionOn(worker)
                .emitOn(owner)
                .invoke(this::use)
                .onTermination()
                .invoke(this::lookLater)
                .subscribe()
                .with(text -> problem = "", this::failed);
    }

    private ReloadableTrustManager use(String text) {
        @Nullable ReloadableTrustManager known = trust;
        if (known != null && text.equals(last)) {
            return known;
        }
        try {
            if (known == null) {
                known = new ReloadableTrustManager(Pem.certificates(text));
                trust = known;
            } else {
                known.exchange(Pem.certificates(text));
                LOG.info("The authorities of client certificates in {} have changed", file);
            }
            last = text;
            return known;
        } catch (GeneralSecurityException unusable) {
            throw new IllegalStateException(
                    file + " does not hold the certificates of authorities in PEM: " + unusable.getMessage(), unusable);
        }
    }

    @Blocking("reads a file, on a worker thread")
    private String read() {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new IllegalStateException(file + " cannot be read: " + unreadable, unreadable);
        }
    }

    private void failed(Throwable failure) {
        String text = String.valueOf(failure.getMessage());
        if (!text.equals(problem)) {
            problem = text;
            LOG.warn("The authorities of client certificates stay as they were: {}", text);
        }
    }
}
