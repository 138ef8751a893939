package io.trainyard.launcher.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Secret;
import io.trainyard.testcluster.loop.BlockedLoopChecker;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Keys take milliseconds each: whoever makes 200 of them on the event loop keeps everybody waiting (SSH-15). */
final class EventLoopIsFreeTest {
    private static final int MANY = 200;
    private static final Duration SLOW = Duration.ofMillis(20);

    @Test
    @DisplayName(
            "no key is made on the event loop that asks for it: wherever that is found after 20 ms, it is not at work on keys")
    void keysAreMadeElsewhere() throws Exception {
        CompiledMpiJob job = CompiledMpiJob.of(
                "wave",
                "{runtimeRef: {name: mpi}, trainer: {numNodes: 2}}",
                """
                {mlPolicy: {mpi: {}}, template: {spec: {replicatedJobs: [
                  {name: node, template: {spec: {template: {spec: {containers: [{name: node, image: mpi}]}}}}},
                  {name: launcher, template: {spec: {template: {spec: {containers: [{name: node, image: mpi}]}}}}}]}}}""");
        Vertx vertx = Vertx.vertx();
        Set<String> threads = ConcurrentHashMap.newKeySet();
        Set<String> keys = ConcurrentHashMap.newKeySet();
        AtomicReference<Thread> loop = new AtomicReference<>();
        CountDownLatch done = new CountDownLatch(MANY);
        List<BlockedLoopChecker.Block> blocks;
        try (BlockedLoopChecker watch = BlockedLoopChecker.over(vertx, SLOW)) {
            vertx.getOrCreateContext().runOnContext(ignored -> {
                loop.set(Thread.currentThread());
                for (int i = 0; i < MANY; i++) {
                    job.completedSecret().subscribe().with(secret -> {
                        threads.add(Thread.currentThread().getName());
                        keys.add(((Secret) secret).getData().get("ssh-privatekey"));
                        done.countDown();
                    });
                }
            });
            assertThat(done.await(120, TimeUnit.SECONDS)).isTrue();
            blocks = watch.blocks();
        } finally {
            vertx.close().toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
        }

        System.out.println(
                MANY + " key pairs: the event loop was found busy for more than 20 ms " + blocks.size() + " times");
        assertThat(keys).hasSize(MANY);
        assertThat(threads).isNotEmpty().doesNotContain(loop.get().getName());
        assertThat(blocks).allSatisfy(block -> assertThat(block.stack())
                .noneMatch(frame -> frame.getClassName().startsWith("java.security.")
                        || frame.getClassName().startsWith("sun.security.")
                        || frame.getClassName().contains("SshKeys")));
    }
}
