package io.trainyard.core.kube.login;

import io.trainyard.foundation.time.TimeSource;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A token or a client certificate that is looked up again on worker threads, before it expires and when the API server refuses it. Everything but
 * reading the current token and replacing the certificate happens on the owning context.
 */
final class RefreshingCredentials implements Credentials {
    private static final Logger LOG = LoggerFactory.getLogger(RefreshingCredentials.class);
    private static final Duration RETRY_DELAY = Duration.ofSeconds(10);
    /** A server that refuses for good must not make us start a plugin for every request. */
    private static final Duration MIN_REFRESH_INTERVAL = Duration.ofSeconds(5);

    private final CredentialSource source;
    private final Optional<ClientKeys> keys;
    private final TimeSource time;
    private final Executor owner;
    private final BlockingExecutor worker;
    private volatile Credential current;
    private boolean closed;
    private TimeSource.@Nullable Cancellable next;
    private @Nullable CompletableFuture<Boolean> running;
    private long lastRefresh;

    /**
     * @param first what is valid now
     * @param keys where a new certificate goes; empty when the first credential has none
     * @param time runs its tasks on the owning context
     * @param owner hops to the owning context
     */
    RefreshingCredentials(
            CredentialSource source,
            Credential first,
            Optional<ClientKeys> keys,
            TimeSource time,
            Executor owner,
            BlockingExecutor worker) {
        this.source = source;
        this.current = first;
        this.keys = keys;
        this.time = time;
        this.owner = owner;
        this.worker = worker;
        this.lastRefresh = time.nanos() - MIN_REFRESH_INTERVAL.toNanos();
        owner.execute(() -> refreshAfter(source.refreshDelay(first, time.now())));
    }

    @Override
    public Optional<String> authorization() {
        return current.token().map(token -> "Bearer " + token);
    }

    @Override
    public CompletionStage<Boolean> refresh() {
        var result = new CompletableFuture<Boolean>();
        owner.execute(() -> refreshFor(result));
        return result;
    }

    @Override
    public void close() {
        owner.execute(() -> {
            closed = true;
            if (next != null) {
                next.cancel();
            }
        });
    }

    private void refreshFor(CompletableFuture<Boolean> result) {
        CompletableFuture<Boolean> refreshing = running;
        if (refreshing == null && !closed && time.nanos() - lastRefresh >= MIN_REFRESH_INTERVAL.toNanos()) {
            refreshing = startRefresh();
        }
        if (refreshing == null) {
            result.complete(false);
        } else {
            refreshing.thenAccept(result::complete);
        }
    }

    private void refreshAfter(Duration wait) {
        if (next != null) {
            next.cancel();
        }
        if (!closed) {
            next = time.after(wait, this::refreshUnlessRunning);
        }
    }

    private void refreshUnlessRunning() {
        if (!closed && running == null) {
            startRefresh();
        }
    }

    /** The worker may be done before this returns. */
    private CompletableFuture<Boolean> startRefresh() {
        var result = new CompletableFuture<Boolean>();
        running = result;
        lastRefresh = time.nanos();
        worker.run(this::readAndReplace)
                .whenComplete((found, thrown) -> owner.execute(() -> {
                    running = null;
                    result.complete(take(found, thrown));
                }));
        return result;
    }

    /** Keys cost some computing: here, on the worker. */
    private Credential readAndReplace() throws IOException, GeneralSecurityException {
        Credential found = source.read();
        if (keys.isPresent()
                && found.certificate().isPresent()
                && !found.certificate().equals(current.certificate())) {
            keys.get().replace(found.certificate().get());
        }
        return found;
    }

    private boolean take(@Nullable Credential found, @Nullable Throwable thrown) {
        if (found == null) {
            LOG.warn(
                    "No new credentials from {}; the old ones stay, next try in {} s: {}",
                    source.description(),
                    RETRY_DELAY.toSeconds(),
                    thrown == null ? "no reason" : thrown.getMessage());
            refreshAfter(RETRY_DELAY);
            return false;
        }
        boolean changed = !found.isSameAs(current);
        current = found;
        refreshAfter(source.refreshDelay(found, time.now()));
        return changed;
    }
}
