package io.trainyard.launcher.process;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.trainyard.testcluster.TestCluster;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Applies an object five times a second, as a dry run, until it is closed. Each is reviewed by the webhooks, none waits for another, and none is tried again.
 */
public final class SteadyApplies implements AutoCloseable {
    private static final long PAUSE_MILLIS = 200;

    private final KubernetesClient client;
    private final ScheduledExecutorService rhythm = Executors.newSingleThreadScheduledExecutor();
    private final ExecutorService senders = Executors.newCachedThreadPool();
    private final AtomicInteger accepted = new AtomicInteger();
    private final List<String> refusals = Collections.synchronizedList(new ArrayList<>());

    /**
     * Begins at once.
     *
     * @param yaml an object that no namespace has, and that the webhooks accept
     */
    public SteadyApplies(TestCluster cluster, String yaml) {
        client = cluster.openClientWithoutRetries();
        rhythm.scheduleAtFixedRate(() -> senders.execute(() -> apply(yaml)), 0, PAUSE_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void apply(String yaml) {
        try {
            client.resource(Serialization.unmarshal(yaml, GenericKubernetesResource.class))
                    .patch(new PatchContext.Builder()
                            .withPatchType(PatchType.SERVER_SIDE_APPLY)
                            .withForce(true)
                            .withDryRun(List.of("All"))
                            .build());
            accepted.incrementAndGet();
        } catch (KubernetesClientException refused) {
            refusals.add(String.valueOf(refused.getMessage()));
        }
    }

    /** How many were accepted so far. */
    public int accepted() {
        return accepted.get();
    }

    /** Why the others were not, so far. */
    public List<String> refusals() {
        return List.copyOf(refusals);
    }

    /** Waits for the answers that are outstanding, half a minute at most. */
    @Override
    public void close() throws InterruptedException {
        rhythm.shutdownNow();
        senders.shutdown();
        senders.awaitTermination(30, TimeUnit.SECONDS);
        client.close();
    }
}
