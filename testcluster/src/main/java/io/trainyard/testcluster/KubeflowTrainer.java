package io.trainyard.testcluster;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.trainyard.testcluster.process.Component;
import io.trainyard.testcluster.process.ComponentGroup;
import java.time.Duration;
import java.util.List;

/**
 * Kubeflow Trainer's controller on a test cluster, with its definitions in place of ours, and its webhooks. Its requests are those of the user
 * "subject". Closing ends it and deletes its webhooks; the definitions and all that it made stay.
 */
public final class KubeflowTrainer implements AutoCloseable {
    static final String NAME = "kubeflow-trainer";

    /** One controller that nothing slows down, as tests want it. */
    static final String FOR_TESTS =
            """
            leaderElection: {leaderElect: false}
            clientConnection: {qps: 300, burst: 500}
            """;

    private final ComponentGroup components;
    private final KubernetesClient client;
    private final List<GenericKubernetesResource> objects;

    private final Duration startTime;

    KubeflowTrainer(
            ComponentGroup components,
            KubernetesClient client,
            List<GenericKubernetesResource> objects,
            Duration startTime) {
        this.components = components;
        this.client = client;
        this.objects = List.copyOf(objects);
        this.startTime = startTime;
    }

    /** How long it took from the start of its process until it was ready. */
    public Duration startTime() {
        return startTime;
    }

    /** Its process; an error once it is closed. */
    public ProcessHandle process() {
        return components.require(NAME).handle();
    }

    /** Returns if it runs, as it should until it is closed; fails with the end of its log if it has ended by itself. */
    public void requireRunning() {
        components.running().stream()
                .filter(component -> component.name().equals(NAME))
                .forEach(Component::requireRunning);
    }

    @Override
    public void close() {
        // A webhook that nobody answers would refuse every TrainJob.
        objects.stream()
                .filter(object -> object.getKind().endsWith("WebhookConfiguration"))
                .forEach(object -> client.resource(object).delete());
        components.kill(NAME);
    }
}
