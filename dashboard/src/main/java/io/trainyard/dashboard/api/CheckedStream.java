package io.trainyard.dashboard.api;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.time.TimeLimit;
import io.trainyard.foundation.time.TimeSource;
import java.time.Duration;
import java.util.Optional;

/**
 * An answer that goes on for long: its reader's right is looked at again and again. It ends when he has lost the right, and also when nobody could tell for a
 * few times: a short outage of the API server sends nobody away, a long one, or who keeps it busy, keeps no stream open. Lives on one event loop.
 *
 * @param <T> what the reader may see
 */
abstract class CheckedStream<T> {
    private static final Duration CHECK = Duration.ofSeconds(30);
    private static final Duration MAX_ANSWER = Duration.ofSeconds(30);
    private static final int MAX_UNANSWERED = 3;

    private final Turn turn;
    private final TimeSource time;
    private Optional<TimeSource.Cancellable> timer = Optional.empty();
    private boolean stopped;
    private int unanswered;

    CheckedStream(Turn turn, TimeSource time) {
        this.turn = turn;
        this.time = time;
    }

    /** Finds out what the reader may see now; empty for nothing. Fails when nobody can tell. */
    abstract Uni<Optional<T>> look();

    /** He may see this. */
    void allowed(T right) {}

    /** He may see nothing any more. */
    abstract void refused();

    /** Nobody can tell for too long: the stream breaks off, and its reader may try again. */
    abstract void unknown();

    /** Gives back what the stream holds; called once. */
    abstract void release();

    /** Looks for the first time after a while. */
    final void watch() {
        if (!stopped) {
            timer = Optional.of(time.after(CHECK, () -> TimeLimit.of(MAX_ANSWER, time, look())
                    .emitOn(turn::run)
                    .subscribe()
                    .with(this::answered, failure -> turn.run(this::failed))));
        }
    }

    private void answered(Optional<T> right) {
        if (!stopped) {
            unanswered = 0;
            right.ifPresentOrElse(this::allowed, this::refused);
            watch();
        }
    }

    private void failed() {
        if (!stopped && ++unanswered >= MAX_UNANSWERED) {
            unknown();
        } else {
            watch();
        }
    }

    final boolean isStopped() {
        return stopped;
    }

    /** The connection is gone. */
    final void stop() {
        if (!stopped) {
            stopped = true;
            timer.ifPresent(TimeSource.Cancellable::cancel);
            release();
        }
    }
}
