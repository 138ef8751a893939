package io.trainyard.plugins.flux;

import io.smallrye.mutiny.Uni;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Makes keys on a thread of its own, one after another, so that many new jobs at once do not keep the processors from the event loop. */
final class CurveKeyGenerator {
    private static final long IDLE_SECONDS = 30;

    private final Executor thread;

    CurveKeyGenerator() {
        ThreadPoolExecutor pool =
                new ThreadPoolExecutor(1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), work -> {
                    Thread created = new Thread(work, "flux-curve-keys");
                    created.setDaemon(true);
                    return created;
                });
        pool.allowCoreThreadTimeOut(true);
        this.thread = pool;
    }

    /** A new certificate for each subscription. */
    Uni<String> generate(String job) {
        return Uni.createFrom().item(() -> CurveCertificate.generate(job)).runSubscriptionOn(thread);
    }
}
