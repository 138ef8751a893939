package io.trainyard.core.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Durations.ONE_MINUTE;

import io.trainyard.testcluster.loop.BlockedLoopChecker;
import io.trainyard.testcluster.loop.LoopHeartbeat;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("BlockedLoopChecker, NonBlockingLoops (FAB-72)")
@Timeout(180)
final class BlockedLoopCheckerTest {
    private final Queue<Runnable> loop = new ArrayDeque<>();
    private final List<BlockedLoopChecker.Block> blocks = new ArrayList<>();
    private BlockedLoopChecker.Block where = at("io.trainyard.Somewhere", "busy");
    private final LoopHeartbeat pulse = new LoopHeartbeat(loop::add, () -> where, 3, blocks::add);

    @Test
    void aLoopThatAnswersBeforeTheLimitIsNotBlocked() {
        for (int i = 0; i < 10; i++) {
            ticks(3);
            loop.remove().run();
        }

        assertThat(blocks).isEmpty();
    }

    @Test
    void aBlockIsReportedOnceAndTheNextOneAgain() {
        ticks(50);
        assertThat(blocks).hasSize(1);
        assertThat(loop).as("no pile of questions").hasSize(1);

        loop.remove().run();
        ticks(50);

        assertThat(blocks).hasSize(2);
    }

    @Test
    void aLoopThatWaitsForAProcessorIsNotBlocked() {
        where = at("sun.nio.ch.SelectorImpl", "lockAndDoSelect");
        ticks(50);
        assertThat(blocks).isEmpty();

        where = at("io.trainyard.Somewhere", "busy");
        ticks(3);

        assertThat(blocks).hasSize(1);
    }

    @Test
    void whoBlocksARealLoopIsFoundWithItsStack() throws Exception {
        Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
        var release = new CountDownLatch(1);
        try (BlockedLoopChecker watch = BlockedLoopChecker.over(vertx, Duration.ofMillis(100))) {
            vertx.runOnContext(ignored -> standInTheWay(release));

            Awaitility.await().atMost(ONE_MINUTE).until(() -> !watch.blocks().isEmpty());

            assertThat(watch.blocks().get(0).toString())
                    .contains("eventloop-thread")
                    .contains("standInTheWay");
        } finally {
            release.countDown();
            vertx.close().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
        }
    }

    @Test
    void aTestThatBlocksALoopFails() {
        var loops = new NonBlockingLoops();
        var release = new CountDownLatch(1);
        loops.vertx().runOnContext(ignored -> standInTheWay(release));
        Awaitility.await()
                .atMost(ONE_MINUTE)
                .until(() -> !loops.watch().blocks().isEmpty());
        release.countDown();

        assertThatThrownBy(() -> loops.afterEach(null))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("standInTheWay");
    }

    @Test
    void aTestThatBlocksNoLoopPasses() throws Exception {
        var loops = new NonBlockingLoops();
        var done = new CountDownLatch(1_000);
        for (int i = 0; i < 1_000; i++) {
            loops.vertx().runOnContext(ignored -> done.countDown());
        }
        done.await();
        loops.warm();

        loops.afterEach(null);
    }

    private static BlockedLoopChecker.Block at(String type, String method) {
        return new BlockedLoopChecker.Block("loop", List.of(new StackTraceElement(type, method, null, -1)));
    }

    private void ticks(int count) {
        for (int i = 0; i < count; i++) {
            pulse.tick();
        }
    }

    private static void standInTheWay(CountDownLatch release) {
        try {
            release.await();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }
}
