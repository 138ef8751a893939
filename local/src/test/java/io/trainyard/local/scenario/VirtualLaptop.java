package io.trainyard.local.scenario;

import io.trainyard.foundation.time.TimeSource;
import io.trainyard.local.admission.LocalAdmission;
import io.trainyard.local.api.LocalApiOptions;
import io.trainyard.local.api.LocalApiServer;
import io.trainyard.local.client.ApiCall;
import io.trainyard.local.client.ApiClient;
import io.trainyard.local.client.Resource;
import io.trainyard.local.client.Watch;
import io.trainyard.local.client.WatchHandler;
import io.trainyard.local.controllers.ControllerOptions;
import io.trainyard.local.controllers.LocalControllers;
import io.trainyard.local.time.VirtualTime;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/** A simulated world whose time passes when the test says so (LOCAL-53), and which counts what its controllers cost. */
final class VirtualLaptop implements AutoCloseable {
    static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private static final long LIMIT_NANOS = Duration.ofSeconds(20).toNanos();

    /** Requests go through queues of event loops; so many round trips, and all that had to follow has followed. */
    private static final int ROUND_TRIPS = 12;

    private final Vertx vertx = Vertx.vertx();
    private final VirtualTime time = new VirtualTime(START);
    private final AtomicInteger timers = new AtomicInteger();
    private final AtomicInteger requests = new AtomicInteger();
    private final ApiClient client;
    private final Stage stage;

    VirtualLaptop(ControllerOptions features) {
        LocalApiServer server = Stage.await(
                LocalApiServer.start(vertx, LocalAdmission.addTo(LocalApiOptions.DEFAULT.withTime(time), features)));
        client = server.client("scenario/1.0");
        Stage.await(LocalControllers.start(
                vertx, new CountingClient(server.client("controllers/1.0")), new CountingTime(), features));
        Stage.await(FakeNode.start(client, time, features.scheduler().nodeName()));
        stage = new Stage(client, "default");
    }

    Stage stage() {
        return stage;
    }

    /** How many timers the controllers have running. */
    int timers() {
        return timers.get();
    }

    /** How many requests the controllers have made, apart from taking up watches that the server ends after a while. */
    int requests() {
        return requests.get();
    }

    /** How much time has passed. */
    Duration elapsed() {
        return Duration.between(START, time.now());
    }

    /** Lets time pass, in steps, until something has happened. */
    void passUntil(String what, Duration step, BooleanSupplier happened) {
        long end = System.nanoTime() + LIMIT_NANOS;
        while (!happened.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("not within " + elapsed() + " of virtual time: " + what);
            }
            pass(step);
        }
    }

    /** Lets a time pass, and what follows from it happen. */
    void pass(Duration duration) {
        settle();
        time.advance(duration);
        settle();
    }

    /** Lets happen what follows from earlier requests. */
    void settle() {
        for (int i = 0; i < ROUND_TRIPS; i++) {
            Stage.await(client.get(Resource.NAMESPACES, "", "default"));
        }
    }

    @Override
    public void close() {
        stage.close();
        Stage.await(vertx.close());
    }

    private final class CountingTime implements TimeSource {
        @Override
        public Instant now() {
            return time.now();
        }

        @Override
        public long nanos() {
            return time.nanos();
        }

        @Override
        public Cancellable after(Duration delay, Runnable task) {
            AtomicBoolean open = new AtomicBoolean(true);
            timers.incrementAndGet();
            Runnable close = () -> {
                if (open.getAndSet(false)) {
                    timers.decrementAndGet();
                }
            };
            Cancellable timer = time.after(delay, () -> {
                close.run();
                task.run();
            });
            return () -> {
                close.run();
                timer.cancel();
            };
        }
    }

    private final class CountingClient implements ApiClient {
        private final ApiClient inner;

        CountingClient(ApiClient inner) {
            this.inner = inner;
        }

        @Override
        public Future<Map<String, Object>> send(ApiCall call) {
            requests.incrementAndGet();
            return inner.send(call);
        }

        @Override
        public Future<Watch> watch(ApiCall call, WatchHandler handler) {
            return inner.watch(call, handler);
        }
    }
}
