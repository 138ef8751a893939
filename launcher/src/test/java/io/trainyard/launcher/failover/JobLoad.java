package io.trainyard.launcher.failover;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Creates TrainJobs at a steady pace until it is stopped. */
final class JobLoad implements AutoCloseable {
    static final String RUNTIME =
            """
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: TrainingRuntime
            metadata: {name: failover}
            spec:
              mlPolicy: {numNodes: 1}
              template:
                spec:
                  replicatedJobs:
                    - name: node
                      template:
                        metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                        spec: {template: {spec: {containers: [{name: node, image: example.com/image}]}}}
            """;

    private static final String TRAIN_JOB =
            """
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: TrainJob
            metadata: {name: %s}
            spec: {runtimeRef: {kind: TrainingRuntime, name: failover}}
            """;

    private final KubernetesClient client;
    private final String namespace;
    private final Queue<String> names = new ConcurrentLinkedQueue<>();
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    private int next;

    JobLoad(KubernetesClient client, String namespace) {
        this.client = client;
        this.namespace = namespace;
    }

    void start(long pauseMillis) {
        create(RUNTIME);
        clock.scheduleWithFixedDelay(this::one, 0, pauseMillis, TimeUnit.MILLISECONDS);
    }

    private void one() {
        try {
            String name = "job-" + next++;
            create(TRAIN_JOB.formatted(name));
            names.add(name);
        } catch (RuntimeException failure) {
            failures.add(failure);
        }
    }

    private void create(String yaml) {
        client.resource(Serialization.unmarshal(yaml, GenericKubernetesResource.class))
                .inNamespace(namespace)
                .create();
    }

    /** Stops it, and gives the names of all jobs that exist. */
    List<String> stop() throws InterruptedException {
        clock.shutdown();
        clock.awaitTermination(30, TimeUnit.SECONDS);
        if (!failures.isEmpty()) {
            throw new AssertionError("a job could not be created", failures.peek());
        }
        return List.copyOf(names);
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}
