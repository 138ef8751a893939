package io.trainyard.core.kube.login;

import io.trainyard.core.time.TimeSource;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A token that is looked up again on worker threads, before it expires and when the API server refuses it (FAB-51). Everything but reading
 * the current token happens on the owning context.
 */
final class RefreshedToken implements Credentials {
    private static final Logger LOG = LoggerFactory.getLogger(RefreshedToken.class);
    private static final Duration AFTER_FAILURE = Duration.ofSeconds(10);
    /** A server that refuses for good must not make us start a plugin for every request. */
    private static final Duration BETWEEN_REFUSALS = Duration.ofSeconds(5);

    private final TokenSource source;
    private final TimeSource time;
    private final Executor owner;
    private final Worker worker;
    private volatile Token token;
    private boolean closed;
    private TimeSource.@Nullable Cancellable next;
    private @Nullable CompletableFuture<Boolean> running;
    private long lastLook;

    /**
     * @param first the token that is valid now
     * @param time runs its tasks on the owning context
     * @param owner hops to the owning context
     */
    RefreshedToken(TokenSource source, Token first, TimeSource time, Executor owner, Worker worker) {
        this.source = source;
        this.token = first;
        this.time = time;
        this.owner = owner;
        this.worker = worker;
        this.lastLook = time.nanos() - BETWEEN_REFUSALS.toNanos();
        owner.execute(() -> lookAfter(source.nextLook(first, time.now())));
    }

    @Override
    public Optional<String> authorization() {
        return Optional.of("Bearer " + token.value());
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
        if (running == null && !closed && time.nanos() - lastLook >= BETWEEN_REFUSALS.toNanos()) {
            look();
        }
        if (running == null) {
            result.complete(false);
        } else {
            running.thenAccept(result::complete);
        }
    }

    private void lookAfter(Duration wait) {
        if (next != null) {
            next.cancel();
        }
        if (!closed) {
            next = time.after(wait, this::lookNow);
        }
    }

    private void lookNow() {
        if (!closed && running == null) {
            look();
        }
    }

    private void look() {
        var result = new CompletableFuture<Boolean>();
        running = result;
        lastLook = time.nanos();
        worker.run(source::read)
                .whenComplete((found, thrown) -> owner.execute(() -> {
                    running = null;
                    result.complete(take(found, thrown));
                }));
    }

    private boolean take(@Nullable Token found, @Nullable Throwable thrown) {
        if (found == null) {
            LOG.warn(
                    "No new token from {}; the old one stays, next try in {} s: {}",
                    source.description(),
                    AFTER_FAILURE.toSeconds(),
                    thrown == null ? "no reason" : thrown.getMessage());
            lookAfter(AFTER_FAILURE);
            return false;
        }
        boolean changed = !found.value().equals(token.value());
        token = found;
        lookAfter(source.nextLook(found, time.now()));
        return changed;
    }
}
