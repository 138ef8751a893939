package io.trainyard.launcher.strangers;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.testcluster.TestCluster;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** TrainJobs of somebody honest, through the API server and its webhooks, each of which is to get its JobSet. */
final class GoodTrainJobs implements AutoCloseable {
    static final String RUNTIME =
            """
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: TrainingRuntime
            metadata: {name: %s}
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
            spec: {suspend: %s, runtimeRef: {kind: TrainingRuntime, name: %s}, trainer: {numNodes: 1}}
            """;

    private static final int LIMIT_SECONDS = 15;

    private final KubernetesClient client;
    private final String namespace;
    private int next;

    /** Makes the runtime {@code good}. */
    GoodTrainJobs(TestCluster cluster, String namespace) {
        this.client = cluster.openClientWithoutRetries();
        this.namespace = namespace;
        create(client, namespace, RUNTIME.formatted("good"));
    }

    static void create(KubernetesClient client, String namespace, String yaml) {
        client.resource(Serialization.unmarshal(yaml, GenericKubernetesResource.class))
                .inNamespace(namespace)
                .create();
    }

    static String trainJob(String name, boolean suspended, String runtime) {
        return TRAIN_JOB.formatted(name, suspended, runtime);
    }

    /** Creates one, and waits for its JobSet. */
    String one() throws TimeoutException {
        String name = "good-" + next++;
        create(client, namespace, trainJob(name, false, "good"));
        client.resources(JobSet.class)
                .inNamespace(namespace)
                .withName(name)
                .waitUntilCondition(jobSet -> jobSet != null, LIMIT_SECONDS, TimeUnit.SECONDS);
        return name;
    }

    /** Deletes all that it has made, and what the controller made of them. */
    void delete() {
        Stream.of(TrainJob.class, JobSet.class, ConfigMap.class)
                .flatMap(kind -> client.resources(kind).inNamespace(namespace).list().getItems().stream())
                .filter(object -> object.getMetadata().getName().startsWith("good-"))
                .parallel()
                .forEach(object -> client.resource(object).delete());
    }

    /** One after the other, five a second. */
    Pulse pulse() {
        return Pulse.of(this::one, Duration.ofMillis(200), Duration.ofSeconds(LIMIT_SECONDS));
    }

    @Override
    public void close() {
        client.close();
    }
}
