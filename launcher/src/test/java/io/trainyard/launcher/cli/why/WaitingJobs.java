package io.trainyard.launcher.cli.why;

import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.launcher.process.Distribution;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.testcluster.TestCluster;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a user does to get jobs that wait, and what he asks about them. */
final class WaitingJobs {
    static final Duration LIMIT = Duration.ofSeconds(120);

    private final TestCluster cluster;
    private final KubernetesClient admin;
    private final String namespace;

    WaitingJobs(TestCluster cluster, String namespace) {
        this.cluster = cluster;
        this.admin = cluster.adminClient();
        this.namespace = namespace;
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

    /** What the program says, waiting until it names that cause. */
    Map<String, Object> awaitCause(String job, String kind) {
        return await("cause " + kind + " of " + job)
                .atMost(LIMIT)
                .pollInterval(Duration.ofSeconds(2))
                .until(() -> why(job), cause -> kind.equals(cause.get("kind")));
    }

    /** What {@code trainyard why} prints as JSON. */
    Map<String, Object> why(String job) {
        try {
            Process process = new ProcessBuilder(
                            Distribution.program().toString(),
                            "why",
                            job,
                            "-n",
                            namespace,
                            "--kubeconfig",
                            cluster.kubeconfig().toString(),
                            "-o",
                            "json")
                    .redirectErrorStream(true)
                    .start();
            byte[] output = process.getInputStream().readAllBytes();
            if (process.waitFor() != 0) {
                throw new IllegalStateException(new String(output, StandardCharsets.UTF_8));
            }
            return Tree.object(Json.parse(output));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** The event that tells of a cause. */
    Event awaitEvent(String job, String reason) {
        return await("event " + reason + " of " + job)
                .atMost(LIMIT)
                .until(() -> event(job, reason), Optional::isPresent)
                .orElseThrow();
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

    private Optional<Event> event(String job, String reason) {
        return admin.v1().events().inNamespace(namespace).list().getItems().stream()
                .filter(event -> "TrainJob".equals(event.getInvolvedObject().getKind())
                        && job.equals(event.getInvolvedObject().getName())
                        && reason.equals(event.getReason()))
                .findFirst();
    }
}
