package io.trainyard.launcher.acceptance;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Applies an object over and over as a dry run: the API server asks the webhooks and stores nothing. Closing stops it. */
final class DryRuns implements AutoCloseable {
    private static final PatchContext DRY = new PatchContext.Builder()
            .withPatchType(PatchType.SERVER_SIDE_APPLY)
            .withFieldManager("dry-runs")
            .withForce(true)
            .withDryRun(List.of("All"))
            .build();

    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    private final ExecutorService callers = Executors.newCachedThreadPool();
    private final AtomicInteger begun = new AtomicInteger();
    private final Queue<String> refusals = new ConcurrentLinkedQueue<>();

    /**
     * Begins.
     *
     * @param client asks once and not again
     * @param yaml the object
     * @param pause from the begin of one to that of the next; one that waits does not keep the next one
     */
    DryRuns(KubernetesClient client, String yaml, Duration pause) {
        GenericKubernetesResource object = Serialization.unmarshal(yaml, GenericKubernetesResource.class);
        clock.scheduleAtFixedRate(
                () -> {
                    begun.incrementAndGet();
                    callers.execute(() -> apply(client, object));
                },
                0,
                pause.toMillis(),
                TimeUnit.MILLISECONDS);
    }

    private void apply(KubernetesClient client, GenericKubernetesResource object) {
        try {
            client.resource(object).patch(DRY, object);
        } catch (RuntimeException refused) {
            refusals.add(object.getKind() + ": " + refused.getMessage());
        }
    }

    int count() {
        return begun.get();
    }

    /** What was said to each that was refused. */
    List<String> refusals() {
        return List.copyOf(refusals);
    }

    /** Begins no more, and waits for those that are under way. */
    @Override
    public void close() {
        clock.shutdownNow();
        callers.shutdown();
        try {
            if (!callers.awaitTermination(1, TimeUnit.MINUTES)) {
                refusals.add("an apply is not answered after a minute");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
