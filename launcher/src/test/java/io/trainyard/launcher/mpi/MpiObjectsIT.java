package io.trainyard.launcher.mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.launcher.process.Distribution;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainJobStatus;
import io.trainyard.testcluster.ControllerProcess;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.TestNamespace;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The Secret and the hostfile of MPI jobs on a real control plane: made once, kept, never taken from others.
 *
 * <p>Whether the event loop was kept is judged by the processor time of handlers, not by the clock on the wall: where more programs want to run than
 * there are processors, every handler takes long, and that says nothing of what it does.
 */
@RealCluster(customResourceDefinitions = "../deploy/crds")
final class MpiObjectsIT {
    private static final Duration LIMIT = Duration.ofSeconds(120);
    private static final Duration SELDOM = Duration.ofSeconds(1);
    private static final int MANY = 200;
    private static final int ROUNDS = 4;
    private static final int WARM_UP = 20;
    private static final String BUSY = "trainyard_event_loop_busy_seconds_count";

    @TempDir
    Path files;

    private KubernetesClient admin;
    private String namespace;

    @BeforeEach
    void findCluster(TestCluster cluster, TestNamespace own) {
        admin = cluster.adminClient();
        namespace = own.name();
        admin.resource(
                        """
                        apiVersion: trainer.kubeflow.org/v1alpha1
                        kind: TrainingRuntime
                        metadata: {name: mpi}
                        spec:
                          mlPolicy: {mpi: {}}
                          template:
                            spec:
                              successPolicy: {operator: All, targetReplicatedJobs: [launcher]}
                              replicatedJobs:
                                - {name: node, template: {spec: {template: {spec: {containers: [{name: node, image: mpi}]}}}}}
                                - {name: launcher, template: {spec: {template: {spec: {containers: [{name: node, image: mpi}]}}}}}
                        """)
                .inNamespace(namespace)
                .create();
    }

    @Test
    @DisplayName(
            "200 jobs get their keys without keeping the event loop, and neither another pass nor a restart makes other ones (SSH-10, SSH-15)")
    void manyJobs(TestCluster cluster) throws Exception {
        int port = freePort();
        Map<String, String> made;
        try (ControllerProcess controller = Distribution.startController(
                files, cluster.kubeconfig(), "--metrics-bind-address=127.0.0.1:" + port, "--metrics-secure=false")) {
            // A young JVM loads and compiles classes on the event loop, whatever the jobs are.
            for (int i = 0; i < WARM_UP; i++) {
                create("warm-up-" + i, true);
            }
            await("the first keys").atMost(LIMIT).until(() -> secrets().size() == WARM_UP);
            List<Double> busy = new ArrayList<>();
            for (int round = 0; round < ROUNDS; round++) {
                int first = round * MANY / ROUNDS;
                int end = first + MANY / ROUNDS;
                double before = value(scrape(port), BUSY);
                for (int i = first; i < end; i++) {
                    create("many-" + i, true);
                }
                // Each question is about all of them, and keeps both processors for a while.
                await("keys of all jobs")
                        .pollInterval(SELDOM)
                        .atMost(LIMIT)
                        .until(() -> secrets().size() == WARM_UP + end);
                await("all JobSets")
                        .pollInterval(SELDOM)
                        .atMost(LIMIT)
                        .until(() -> admin.resources(JobSet.class)
                                        .inNamespace(namespace)
                                        .list()
                                        .getItems()
                                        .size()
                                == WARM_UP + end);
                busy.add(value(scrape(port), BUSY) - before);
            }
            made = secrets();
            assertThat(publicKeys()).hasSize(WARM_UP + MANY).allMatch(key -> key.startsWith("ecdsa-sha2-nistp521 "));
            String metrics = scrape(port);
            System.out.printf(
                    "%d MPI jobs, after %d others: handlers that computed for more than 20 ms, by round: %s; in the life of the process: %.0f, longest %.3f s%n",
                    MANY, WARM_UP, busy, value(metrics, BUSY), value(metrics, "trainyard_event_loop_busy_seconds_max"));
            // What the jobs cost shows in each round; a machine that stalls shows in some.
            assertThat(busy).contains(0.0);
            assertThat(metrics).as("keys are made within the contract").doesNotContain("plugin_faults_total{");

            for (int i = 0; i < MANY; i += 10) {
                touch("many-" + i);
            }
            create("last", true);
            await("a pass after all others")
                    .pollInterval(SELDOM)
                    .atMost(LIMIT)
                    .until(() -> secrets().size() == WARM_UP + MANY + 1);
        }
        try (ControllerProcess again = Distribution.startController(files, cluster.kubeconfig())) {
            assertThat(again.process().isAlive()).isTrue();
            create("after", true);
            await("a pass of the next process")
                    .pollInterval(SELDOM)
                    .atMost(LIMIT)
                    .until(() -> secrets().size() == WARM_UP + MANY + 2);
            assertThat(secrets()).containsAllEntriesOf(made);
        }
    }

    @Nested
    @DisplayName("beside one controller")
    final class OfOneController {
        private static ControllerProcess controller;

        @BeforeAll
        static void start(TestCluster cluster, @TempDir Path folder) {
            controller = Distribution.startController(folder, cluster.kubeconfig());
        }

        @AfterAll
        static void stop() {
            controller.close();
        }

        @AfterEach
        void itRuns() {
            assertThat(controller.process().isAlive()).isTrue();
        }

        @Test
        @DisplayName(
                "what somebody deletes or edits is put right, and new keys under running pods are told (SSH-13, MPI-89)")
        void repairs() {
            create("kept", false);
            await("the JobSet").atMost(LIMIT).until(() -> jobSet("kept").isPresent());
            Secret first = secret("kept").orElseThrow();
            assertThat(first.getImmutable()).isTrue();
            assertThat(first.getType()).isEqualTo("kubernetes.io/ssh-auth");

            admin.resource(hostfile("kept").orElseThrow()).delete();
            await("the hostfile again").atMost(LIMIT).until(() -> hostfile("kept")
                    .isPresent());

            admin.configMaps()
                    .inNamespace(namespace)
                    .withName("kept-mpi-hostfile")
                    .edit(map -> {
                        map.getData().put("hostfile", "elsewhere slots=1\n");
                        return map;
                    });
            await("the hostfile as it was").atMost(LIMIT).until(() -> hostfile("kept")
                    .filter(map -> map.getData()
                            .get("hostfile")
                            .equals("kept-node-0-0.kept slots=1\nkept-node-0-1.kept slots=1\n"))
                    .isPresent());

            admin.resource(first).delete();
            await("new keys").atMost(LIMIT).until(() -> secret("kept").isPresent());
            assertThat(secret("kept").orElseThrow().getData()).isNotEqualTo(first.getData());
            await("an event")
                    .atMost(LIMIT)
                    .until(() -> events("kept", "MPISSHKeysReplaced"), found -> !found.isEmpty());
        }

        @Test
        @DisplayName(
                "a job counts its launcher where that is a node, and fewer nodes are ready while one crashes (STATUS-33, API-85, API-86)")
        void nodesAreCounted() {
            admin.resource(
                            """
                            apiVersion: trainer.kubeflow.org/v1alpha1
                            kind: TrainingRuntime
                            metadata: {name: as-node}
                            spec:
                              mlPolicy: {numNodes: 3, mpi: {runLauncherAsNode: true}}
                              template:
                                spec:
                                  successPolicy: {operator: All, targetReplicatedJobs: [launcher]}
                                  replicatedJobs:
                                    - {name: node, template: {spec: {template: {spec: {containers: [{name: node, image: mpi}]}}}}}
                                    - name: launcher
                                      template:
                                        metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                                        spec: {template: {spec: {containers: [{name: node, image: mpi}]}}}
                            """)
                    .inNamespace(namespace)
                    .create();
            admin.resource(
                            """
                            apiVersion: trainer.kubeflow.org/v1alpha1
                            kind: TrainJob
                            metadata: {name: three}
                            spec: {runtimeRef: {kind: TrainingRuntime, name: as-node}}
                            """)
                    .inNamespace(namespace)
                    .create();
            await("all nodes").atMost(LIMIT).until(() -> progress("three"), "Running: 3 of 3"::equals);
            assertThat(admin.pods()
                            .inNamespace(namespace)
                            .withLabelSelector(trainJob("three").statusOrEmpty().selector())
                            .list()
                            .getItems())
                    .as("the pods of the scale subresource")
                    .hasSize(3);

            String crashing = admin.pods()
                    .inNamespace(namespace)
                    .withLabel("jobset.sigs.k8s.io/replicatedjob-name", "node")
                    .list()
                    .getItems()
                    .get(0)
                    .getMetadata()
                    .getName();
            admin.pods().inNamespace(namespace).withName(crashing).editStatus(pod -> {
                pod.getStatus().getConditions().stream()
                        .filter(condition -> condition.getType().equals("Ready"))
                        .forEach(ready -> ready.setStatus("False"));
                return pod;
            });

            await("a node less").atMost(LIMIT).until(() -> progress("three"), "Starting: 1 of 3"::equals);
        }

        private String progress(String job) {
            TrainJobStatus status = trainJob(job).statusOrEmpty();
            return status.phase() + ": " + status.readyNodes() + " of " + status.nodes();
        }

        private TrainJob trainJob(String name) {
            return admin.resources(TrainJob.class)
                    .inNamespace(namespace)
                    .withName(name)
                    .get();
        }

        @Test
        @DisplayName(
                "a Secret of somebody else stays as it is; the job says so, and goes on when the name is free (SSH-12)")
        void foreignSecret() {
            admin.resource(new SecretBuilder()
                            .withNewMetadata()
                            .withName("taken-mpi-ssh-auth")
                            .endMetadata()
                            .addToStringData("theirs", "precious")
                            .build())
                    .inNamespace(namespace)
                    .create();
            create("taken", false);
            await("an event")
                    .atMost(LIMIT)
                    .until(() -> events("taken", "MPISecretConflict"), found -> !found.isEmpty());
            assertThat(events("taken", "MPISecretConflict").get(0))
                    .contains("Secret " + namespace + "/taken-mpi-ssh-auth exists and has no owner");
            assertThat(secret("taken").orElseThrow().getData()).containsOnlyKeys("theirs");
            assertThat(jobSet("taken")).isEmpty();

            admin.secrets()
                    .inNamespace(namespace)
                    .withName("taken-mpi-ssh-auth")
                    .delete();
            touch("taken");
            await("the JobSet").atMost(LIMIT).until(() -> jobSet("taken").isPresent());
            assertThat(secret("taken").orElseThrow().getData()).containsOnlyKeys("ssh-privatekey", "ssh-publickey");
        }
    }

    private void create(String name, boolean suspended) {
        admin.resource(
                        """
                        apiVersion: trainer.kubeflow.org/v1alpha1
                        kind: TrainJob
                        metadata: {name: %s}
                        spec: {runtimeRef: {kind: TrainingRuntime, name: mpi}, suspend: %s, trainer: {numNodes: 2}}
                        """
                                .formatted(name, suspended))
                .inNamespace(namespace)
                .create();
    }

    private void touch(String name) {
        admin.genericKubernetesResources("trainer.kubeflow.org/v1alpha1", "TrainJob")
                .inNamespace(namespace)
                .withName(name)
                // Says nothing of a version: the controller may write at this moment.
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"metadata\": {\"annotations\": {\"touched\": \"yes\"}}}");
    }

    /** Version by name: a Secret that was made again has another. */
    private Map<String, String> secrets() {
        return admin.secrets().inNamespace(namespace).list().getItems().stream()
                .filter(secret -> secret.getMetadata().getName().endsWith("-mpi-ssh-auth"))
                .collect(Collectors.toMap(
                        secret -> secret.getMetadata().getName(),
                        secret -> secret.getMetadata().getUid() + "/"
                                + secret.getMetadata().getResourceVersion()));
    }

    /** The different ones. */
    private Set<String> publicKeys() {
        return admin.secrets().inNamespace(namespace).list().getItems().stream()
                .map(Secret::getData)
                .filter(data -> data.containsKey("ssh-publickey"))
                .map(data ->
                        new String(Base64.getDecoder().decode(data.get("ssh-publickey")), StandardCharsets.US_ASCII))
                .collect(Collectors.toSet());
    }

    private Optional<Secret> secret(String job) {
        return Optional.ofNullable(admin.secrets()
                .inNamespace(namespace)
                .withName(job + "-mpi-ssh-auth")
                .get());
    }

    private Optional<ConfigMap> hostfile(String job) {
        return Optional.ofNullable(admin.configMaps()
                .inNamespace(namespace)
                .withName(job + "-mpi-hostfile")
                .get());
    }

    private Optional<JobSet> jobSet(String name) {
        return Optional.ofNullable(admin.resources(JobSet.class)
                .inNamespace(namespace)
                .withName(name)
                .get());
    }

    private List<String> events(String job, String reason) {
        return admin.v1().events().inNamespace(namespace).list().getItems().stream()
                .filter(event -> reason.equals(event.getReason())
                        && job.equals(event.getInvolvedObject().getName()))
                .map(Event::getMessage)
                .toList();
    }

    private static int freePort() throws Exception {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static String scrape(int port) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/metrics"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private static double value(String metrics, String name) {
        Matcher line = Pattern.compile("^" + name + "(?:\\{[^}]*})? (\\S+)$", Pattern.MULTILINE)
                .matcher(metrics);
        assertThat(line.find()).as("%s in%n%s", name, metrics).isTrue();
        return Double.parseDouble(line.group(1));
    }
}
