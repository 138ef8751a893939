package io.trainyard.launcher.cli.why;

import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.trainyard.launcher.process.ClusterCommands;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.testcluster.TestCluster;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a user does to get jobs that wait, and what he asks about them. */
final class WaitingJobs implements AutoCloseable {
    static final Duration LIMIT = Duration.ofSeconds(120);

    private final KubernetesClient admin;
    private final String namespace;
    private final ClusterCommands commands;
    private final ToldEvents events;

    WaitingJobs(TestCluster cluster, String namespace) {
        this.admin = cluster.adminClient();
        this.namespace = namespace;
        this.commands = new ClusterCommands(cluster.kubeconfig(), namespace);
        this.events = new ToldEvents(admin, namespace);
    }

    String namespace() {
        return namespace;
    }

    /** Creates objects, in their own namespace or in this one. */
    void apply(String yaml) {
        admin.load(new ByteArrayInputStream(("---\n" + yaml).getBytes(StandardCharsets.UTF_8)))
                .items()
                .forEach(object -> {
                    if (object instanceof Namespaced && object.getMetadata().getNamespace() == null) {
                        object.getMetadata().setNamespace(namespace);
                    }
                    admin.resource(object).serverSideApply();
                });
    }

    /**
     * A job with a runtime of its own of the same name, and one node.
     *
     * @param pod what its pods have beside their container, in YAML's flow style; may be empty, else ends with a comma
     * @param container what the container has beside its name and image; may be empty, else begins with a comma
     */
    void job(String name, String pod, String container) {
        job(name, "", pod, container, "");
    }

    /**
     * As {@link #job(String, String, String)}.
     *
     * @param policies what the runtime has beside its template, lines indented by two; may be empty
     * @param spec what the TrainJob has beside the name of its runtime; may be empty, else begins with a comma
     */
    void job(String name, String policies, String pod, String container, String spec) {
        runtime(name, policies, replicatedJob("node", "trainer", "", pod, container));
        trainJob(name, name, "", spec);
    }

    void runtime(String name, String policies, String... replicatedJobs) {
        apply(
                """
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: TrainingRuntime
                metadata: {name: %s, namespace: %s}
                spec:
                %s
                  template: {spec: {failurePolicy: {maxRestarts: 0}, replicatedJobs: [%s]}}
                """
                        .formatted(name, namespace, policies, String.join(", ", replicatedJobs)));
    }

    static String replicatedJob(String name, String ancestor, String further, String pod, String container) {
        return """
                {name: %1$s, %3$s template: {metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: %2$s}}, spec: {backoffLimit: 0,
                 template: {metadata: {labels: {case: %1$s}}, spec: {restartPolicy: Never, %4$s containers: [{name: %1$s,
                 image: "registry.example/train:1"%5$s}]}}}}}
                """
                .formatted(name, ancestor, further, pod, container);
    }

    /**
     * A TrainJob.
     *
     * @param metadata what its metadata has beside name and namespace; may be empty, else begins with a comma
     * @param spec what its spec has beside the runtime; may be empty, else begins with a comma
     */
    void trainJob(String name, String runtime, String metadata, String spec) {
        apply(
                """
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: TrainJob
                metadata: {name: %s, namespace: %s%s}
                spec: {runtimeRef: {kind: TrainingRuntime, name: %s}%s}
                """
                        .formatted(name, namespace, metadata, runtime, spec));
    }

    List<Pod> pods(String job) {
        return admin.pods()
                .inNamespace(namespace)
                .withLabel("jobset.sigs.k8s.io/jobset-name", job)
                .list()
                .getItems();
    }

    Pod awaitPlacedPod(String job) {
        return await("a machine for a pod of " + job)
                .atMost(LIMIT)
                .until(
                        () -> pods(job).stream()
                                .filter(pod -> pod.getSpec().getNodeName() != null)
                                .findFirst(),
                        Optional::isPresent)
                .orElseThrow();
    }

    /** What the command says, waiting until it names that cause. */
    Map<String, Object> awaitCause(String job, String kind) {
        return await("cause " + kind + " of " + job)
                .atMost(LIMIT)
                .pollInterval(Duration.ofMillis(300))
                .until(() -> why(job), cause -> kind.equals(cause.get("kind")));
    }

    /** What {@code trainyard why} prints as JSON. */
    Map<String, Object> why(String job) {
        return commands.why(job);
    }

    ClusterCommands commands() {
        return commands;
    }

    /** The event that tells of a cause. */
    Event awaitEvent(String job, String reason) {
        return events.await(job, reason, LIMIT);
    }

    /** Suspends a job under the name of a client. */
    void suspend(String job, String manager) {
        admin.resources(TrainJob.class)
                .inNamespace(namespace)
                .withName(job)
                .patch(
                        new PatchContext.Builder()
                                .withPatchType(PatchType.JSON_MERGE)
                                .withFieldManager(manager)
                                .build(),
                        "{\"spec\": {\"suspend\": true}}");
    }

    @Override
    public void close() {
        events.close();
    }
}
