package io.trainyard.dashboard.api;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.time.TimeLimit;
import io.trainyard.dashboard.access.Identity;
import io.trainyard.dashboard.access.OpenStreams;
import io.trainyard.foundation.time.TimeSource;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.Optional;

/**
 * An answer that goes on for long: the right of its reader is checked every 30 s. It ends when the reader has lost the right, and also when several checks in a
 * row have failed. So a short outage of the API server ends no stream, and a reader who keeps the API server busy loses the stream within four minutes. Lives on one event loop.
 */
abstract class CheckedStream {
    private static final Duration CHECK = Duration.ofSeconds(30);
    private static final Duration MAX_ANSWER = Duration.ofSeconds(30);
    private static final int MAX_UNANSWERED = 3;

    final RoutingContext request;
    private final Setup setup;
    private final String reader;
    private Optional<TimeSource.Cancellable> timer = Optional.empty();
    private boolean stopped;
    private int unanswered;

    /**
     * What all streams need.
     *
     * @param open counts them
     */
    record Setup(Gate gate, Turn turn, TimeSource time, OpenStreams open) {}

    /**
     * Stops when the response ends or its connection is gone.
     *
     * @param reader who has opened it, as {@link OpenStreams} counts
     */
    CheckedStream(Setup setup, RoutingContext request, String reader) {
        this.setup = setup;
        this.request = request;
        this.reader = reader;
        request.response()
                .closeHandler(ignored -> stop())
                .endHandler(ignored -> stop())
                .exceptionHandler(ignored -> stop());
    }

    /** Whether this user may read on. */
    abstract Uni<Boolean> mayRead(Identity who);

    /** Called before each check, for streams that write a sign of life. */
    void ping() {}

    /** The reader has lost the right. */
    void refused() {
        request.response().reset();
    }

    /** Gives back what the stream reads from; called once. */
    abstract void close();

    /** Checks after 30 s, unless it has stopped. */
    final void watch() {
        if (!stopped) {
            timer = Optional.of(setup.time().after(CHECK, this::check));
        }
    }

    private void check() {
        ping();
        Uni<Boolean> answer = setup.gate()
                .user(Gate.credentials(request))
                .emitOn(setup.turn()::run)
                .chain(who -> who.isEmpty() ? Uni.createFrom().item(false) : mayRead(who.get()));
        TimeLimit.of(MAX_ANSWER, setup.time(), answer)
                .emitOn(setup.turn()::run)
                .subscribe()
                .with(this::answered, failure -> setup.turn().run(this::failed));
    }

    private void answered(boolean allowed) {
        if (!stopped) {
            unanswered = 0;
            if (!allowed) {
                refused();
            }
            watch();
        }
    }

    private void failed() {
        if (!stopped && ++unanswered >= MAX_UNANSWERED) {
            request.response().reset();
        } else {
            watch();
        }
    }

    final boolean isStopped() {
        return stopped;
    }

    private void stop() {
        if (!stopped) {
            stopped = true;
            timer.ifPresent(TimeSource.Cancellable::cancel);
            close();
            setup.open().closed(reader);
        }
    }
}
