package io.trainyard.core.kube;

import io.vertx.core.DeploymentOptions;
import io.vertx.core.ThreadingModel;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A small pool of threads for fabric8's watches, on which Vert.x knows where it is: a first list that is asked for here is also
 * parsed here, and not on the event loop that its bytes came in on. Each task goes to the next context in turn; fabric8 itself
 * keeps the events of one informer in order.
 */
final class WatchExecutor implements Executor {
    private static final Logger LOG = LoggerFactory.getLogger(WatchExecutor.class);

    private final DedicatedContexts contexts;
    private final TaskFailures failures;
    private final AtomicInteger turn = new AtomicInteger();

    WatchExecutor(DedicatedContexts contexts, TaskFailures failures) {
        this.contexts = contexts;
        this.failures = failures;
    }

    /** Contexts that such an executor needs. */
    static DeploymentOptions options(int threads) {
        return new DeploymentOptions()
                .setThreadingModel(ThreadingModel.WORKER)
                .setWorkerPoolName("kube-watch")
                .setWorkerPoolSize(threads)
                .setInstances(threads);
    }

    @Override
    public void execute(Runnable task) {
        int next = Math.floorMod(turn.getAndIncrement(), contexts.size());
        contexts.get(next).runOnContext(ignored -> run(task));
    }

    /** fabric8 does not look at what its tasks throw; a failure that nobody sees is a watch that silently stands still. */
    private void run(Runnable task) {
        // Where fabric8 does look, it hands what it finds to this handler.
        Thread.currentThread().setUncaughtExceptionHandler(this::uncaught);
        try {
            task.run();
        } catch (RuntimeException | Error failed) {
            uncaught(Thread.currentThread(), failed);
        }
    }

    private void uncaught(Thread thread, Throwable failure) {
        LOG.warn("A task of the Kubernetes client failed", failure);
        failures.tell(failure);
        Thread.UncaughtExceptionHandler last = Thread.getDefaultUncaughtExceptionHandler();
        if (failure instanceof VirtualMachineError && last != null) {
            // Whether this process can go on at all, others decide.
            last.uncaughtException(thread, failure);
        }
    }
}
