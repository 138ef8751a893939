package io.trainyard.core.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.testcluster.loop.BlockedLoopChecker;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A Vert.x for each test, which fails when something blocks an event loop for 200 ms (FAB-72). Use it as a registered extension of an instance
 * field, and {@link #warm} to leave out the first use of classes that are slow to load.
 */
public final class NonBlockingLoops implements BeforeEachCallback, AfterEachCallback {
    private static final Duration LIMIT = Duration.ofMillis(200);

    private final Vertx vertx = Vertx.vertx();
    private BlockedLoopChecker watch = BlockedLoopChecker.over(vertx, LIMIT);

    public Vertx vertx() {
        return vertx;
    }

    /** Forgets what was blocked up to now. */
    public void warm() {
        watch.close();
        watch = BlockedLoopChecker.over(vertx, LIMIT);
    }

    /** What was blocked since the beginning, or since {@link #warm}. */
    BlockedLoopChecker watch() {
        return watch;
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        warm();
    }

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        watch.close();
        vertx.close().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
        assertThat(watch.blocks()).as("blocked for %s ms", LIMIT.toMillis()).isEmpty();
    }
}
