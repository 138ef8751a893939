package io.trainyard.launcher.replacement;

import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.testcluster.Outcome;
import io.trainyard.testcluster.SimulatedPods;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * TrainJobs of two nodes each in every state that one can be in when the controller is exchanged.
 *
 * @param client may do everything
 * @param pods those of the namespace
 */
record Jobs(KubernetesClient client, String namespace, SimulatedPods pods) {
    static final Duration LIMIT = Duration.ofSeconds(180);
    static final String RUNNING = "running";
    /** Ran, was suspended, runs again. */
    static final String RESUMED = "resumed";
    /** Suspended since it was made. */
    static final String FRESH = "fresh";
    /** Ran, then was suspended. */
    static final String PAUSED = "paused";

    /** Runs, and is suspended only under the next controller. */
    static final String HELD = "held";

    static final String FINISHED = "finished";
    static final String FAILED = "failed";

    private static final int NODES = 2;

    /** Makes them all under the controller that runs; returns when each is in its state. */
    void bringAboutEveryState() {
        apply(
                """
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: TrainingRuntime
                metadata: {name: torch, namespace: %s}
                spec:
                  mlPolicy: {numNodes: 1, torch: {}}
                  template:
                    spec:
                      replicatedJobs:
                        - name: node
                          template:
                            metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                            spec:
                              backoffLimit: 0
                              template: {spec: {containers: [{name: node, image: example/image, command: [torchrun]}]}}
                """
                        .formatted(namespace));
        for (String name : List.of(RUNNING, HELD, RESUMED, PAUSED, FINISHED, FAILED)) {
            create(name, false);
        }
        create(FRESH, true);
        List.of(RUNNING, HELD, RESUMED, PAUSED).forEach(this::awaitPods);
        end(FINISHED, Outcome.SUCCEEDED);
        // One is enough, and the other may be gone a moment later.
        pods.end(pods.awaitRunning(NODES, labels(FAILED)).get(0), Outcome.FAILED);
        List.of(RESUMED, PAUSED).forEach(name -> suspend(name, true));
        List.of(RESUMED, PAUSED).forEach(this::awaitNoPods);
        suspend(RESUMED, false);
        awaitPods(RESUMED);
        awaitTrue(FINISHED, "Complete");
        awaitTrue(FAILED, "Failed");
        awaitTrue(FRESH, "Suspended");
        awaitTrue(PAUSED, "Suspended");
        await().atMost(LIMIT).until(() -> jobSet(FRESH).isPresent());
    }

    void create(String name, boolean suspend) {
        apply(
                """
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: TrainJob
                metadata: {name: %s, namespace: %s}
                spec:
                  suspend: %s
                  runtimeRef: {kind: TrainingRuntime, name: torch}
                  trainer: {numNodes: %d, env: [{name: EPOCHS, value: "3"}]}
                """
                        .formatted(name, namespace, suspend, NODES));
    }

    void suspend(String name, boolean value) {
        client.resources(TrainJob.class)
                .inNamespace(namespace)
                .withName(name)
                .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"spec\": {\"suspend\": " + value + "}}");
    }

    void end(String name, Outcome outcome) {
        pods.endAll(NODES, labels(name), outcome);
    }

    void awaitPods(String name) {
        pods.awaitRunning(NODES, labels(name));
    }

    void awaitNoPods(String name) {
        await("no pods of " + name).atMost(LIMIT).until(() -> pods.running(labels(name))
                .isEmpty());
    }

    void awaitTrue(String name, String condition) {
        await(name + " to be " + condition)
                .atMost(LIMIT)
                .until(() -> trainJob(name).statusOrEmpty().isTrue(condition));
    }

    TrainJob trainJob(String name) {
        return client.resources(TrainJob.class)
                .inNamespace(namespace)
                .withName(name)
                .require();
    }

    Optional<JobSet> jobSet(String name) {
        return Optional.ofNullable(client.resources(JobSet.class)
                .inNamespace(namespace)
                .withName(name)
                .get());
    }

    /** An administrator takes the JobSet away, which the controller then makes anew. */
    void deleteJobSet(String name) {
        client.resources(JobSet.class).inNamespace(namespace).withName(name).delete();
    }

    /** What must stay as it is of jobs that need nothing: JobSet and pods by identity, and conditions with their times. */
    Map<String, String> picture(Set<String> names) {
        Map<String, String> picture = new TreeMap<>();
        for (String name : names) {
            JobSet jobSet = jobSet(name).orElseThrow();
            Set<String> running = new TreeSet<>();
            for (Pod pod : pods.running(labels(name))) {
                running.add(pod.getMetadata().getUid());
            }
            picture.put(
                    name,
                    "JobSet %s of generation %d, pods %s, %s"
                            .formatted(
                                    jobSet.getMetadata().getUid(),
                                    jobSet.getMetadata().getGeneration(),
                                    running,
                                    trainJob(name).statusOrEmpty().conditions()));
        }
        return picture;
    }

    private void apply(String yaml) {
        for (HasMetadata object : client.load(new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)))
                .items()) {
            client.resource(object).create();
        }
    }

    private static Map<String, String> labels(String name) {
        return Map.of("jobset.sigs.k8s.io/jobset-name", name);
    }
}
