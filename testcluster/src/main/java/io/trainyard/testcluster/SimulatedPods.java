package io.trainyard.testcluster;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.trainyard.testcluster.setup.FakeNodes;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The pods of one namespace of a full cluster: they become Running by themselves, and end when a test says so. */
public final class SimulatedPods {

    private static final Duration LIMIT = Duration.ofMinutes(3);

    private final KubernetesClient client;
    private final String namespace;

    SimulatedPods(KubernetesClient client, String namespace) {
        this.client = client;
        this.namespace = namespace;
    }

    /**
     * Blocks until exactly so many pods with these labels run; for 60 seconds at most.
     *
     * @param count how many pods
     * @param labels labels that the pods have; empty for all pods
     * @return those pods
     */
    public List<Pod> awaitRunning(int count, Map<String, String> labels) {
        return Poll.until(count + " running pods with labels " + labels + " in " + namespace, LIMIT, () -> Optional.of(
                        running(labels))
                .filter(pods -> pods.size() == count));
    }

    /** The pods with these labels that run at this moment. */
    public List<Pod> running(Map<String, String> labels) {
        return client.pods().inNamespace(namespace).withLabels(labels).list().getItems().stream()
                .filter(pod -> "Running".equals(pod.getStatus().getPhase())
                        && pod.getMetadata().getDeletionTimestamp() == null)
                .toList();
    }

    /** Lets one pod end. It does so a moment later. */
    public void end(Pod pod, Outcome outcome) {
        client.pods()
                .inNamespace(namespace)
                .withName(pod.getMetadata().getName())
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"metadata\":{\"annotations\":{\"%s\":\"%s\"}}}"
                                .formatted(FakeNodes.OUTCOME_ANNOTATION, outcome.annotation()));
    }

    /** Waits until so many pods with these labels run, and lets them all end the same way. */
    public void endAll(int count, Map<String, String> labels, Outcome outcome) {
        awaitRunning(count, labels).forEach(pod -> end(pod, outcome));
    }
}
