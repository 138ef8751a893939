package io.trainyard.local.scenario;

import io.trainyard.local.api.LocalApiOptions;
import io.trainyard.local.api.LocalApiServer;
import io.trainyard.local.client.ApiClient;
import io.trainyard.local.controllers.LocalControllers;
import io.trainyard.local.controllers.LocalFeatures;
import io.trainyard.local.time.VirtualTime;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.util.function.BooleanSupplier;

/** A simulated world whose time only passes when nothing else is left to do (LOCAL-53). */
final class VirtualLaptop implements AutoCloseable {
    static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private static final long LIMIT_NANOS = Duration.ofSeconds(20).toNanos();

    private final Vertx vertx = Vertx.vertx();
    private final VirtualTime time = new VirtualTime(START);
    private final ApiClient client;
    private final Stage stage;

    VirtualLaptop(LocalFeatures features) {
        client = Stage.await(LocalApiServer.start(vertx, LocalApiOptions.DEFAULT.withTime(time)))
                .client("scenario/1.0");
        Stage.await(LocalControllers.start(vertx, client, time, features));
        Stage.await(FakeNode.start(client, time, features.scheduler().nodeName()));
        stage = new Stage(client, "default");
    }

    Stage stage() {
        return stage;
    }

    ApiClient client() {
        return client;
    }

    /** How much time has passed. */
    Duration elapsed() {
        return Duration.between(START, time.clock().instant());
    }

    /** Lets time pass, in steps, until something has happened. */
    void passUntil(String what, Duration step, BooleanSupplier happened) {
        long end = System.nanoTime() + LIMIT_NANOS;
        while (!happened.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("not within " + elapsed() + " of virtual time: " + what);
            }
            time.advance(step);
        }
    }

    /** Lets a time pass. */
    void pass(Duration duration) {
        time.advance(duration);
    }

    @Override
    public void close() {
        stage.close();
        Stage.await(vertx.close());
    }
}
