package io.trainyard.launcher.controller;

import io.smallrye.mutiny.Uni;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How to end what has been started, in the opposite order. Lives on one event loop. */
final class Endings {
    private static final Logger LOG = LoggerFactory.getLogger(Endings.class);

    private final Deque<Supplier<Uni<Void>>> steps = new ArrayDeque<>();

    /** Something is about to start; this ends it, however far that will have come. */
    void add(Supplier<Uni<Void>> step) {
        steps.push(step);
    }

    /** Ends the last first, each when the one before it has ended; goes on with the rest when something cannot be ended. */
    Uni<Void> run() {
        Uni<Void> ended = Uni.createFrom().voidItem();
        for (Supplier<Uni<Void>> step : steps) {
            ended = ended.chain(() -> Uni.createFrom()
                    .deferred(step::get)
                    .onFailure()
                    .invoke(failure -> LOG.atWarn().log("while ending: {}", failure.toString()))
                    .onFailure()
                    .recoverWithNull());
        }
        return ended;
    }
}
