package io.trainyard.plugins.mpi;

import io.smallrye.mutiny.Uni;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Makes key pairs on a thread of its own, one after another, so that many new jobs at once do not keep the processors from the event loop. */
final class SshKeyGenerator {
    private static final long IDLE_SECONDS = 30;

    private final Executor thread;

    SshKeyGenerator() {
        ThreadPoolExecutor pool =
                new ThreadPoolExecutor(1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), work -> {
                    Thread created = new Thread(work, "mpi-ssh-keys");
                    created.setDaemon(true);
                    return created;
                });
        pool.allowCoreThreadTimeOut(true);
        this.thread = pool;
    }

    /** A new pair for each subscription. */
    Uni<KeyPairText> generate(KeyAlgorithm algorithm) {
        return Uni.createFrom().item(() -> SshKeys.generate(algorithm)).runSubscriptionOn(thread);
    }
}
