package io.trainyard.launcher.progress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.launcher.controller.ControllerInTest;
import io.trainyard.launcher.process.ClusterCommands;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainerMetric;
import io.trainyard.spi.model.TrainerStatus;
import io.trainyard.testcluster.Outcome;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.TestNamespace;
import io.trainyard.testcluster.process.PortRange;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The port for reports of whole controllers, over TLS and with tokens of real pods. */
@RealCluster(audit = true, customResourceDefinitions = "../deploy/crds")
@DisplayName("Reports to controllers on a real control plane (SSRV-01 to SSRV-76)")
final class ReportedProgressIT {
    private static final Duration LIMIT = Duration.ofSeconds(180);
    private static final String SYSTEM = "kubeflow-system";
    private static final String ROLE = "kubeflow-trainer-controller-manager";
    private static final Duration INTERVAL = Duration.ofSeconds(3);

    private static final String RUNTIME =
            """
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: TrainingRuntime
            metadata: {name: reporting}
            spec:
              mlPolicy: {numNodes: 1}
              template:
                spec:
                  replicatedJobs:
                    - name: node
                      template:
                        metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                        spec: {backoffLimit: 0, template: {spec: {serviceAccountName: trainer, containers: [{name: node, image: example.com/image}]}}}
            """;

    private static final String RUNTIME_WITH_DATA =
            """
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: TrainingRuntime
            metadata: {name: with-data}
            spec:
              mlPolicy: {numNodes: 1}
              template:
                spec:
                  replicatedJobs:
                    - name: dataset-initializer
                      template:
                        metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: dataset-initializer}}
                        spec: {template: {spec: {serviceAccountName: trainer, containers: [{name: dataset-initializer, image: example.com/image}]}}}
                    - name: node
                      dependsOn: [{name: dataset-initializer, status: Complete}]
                      template:
                        metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                        spec: {template: {spec: {serviceAccountName: trainer, containers: [{name: node, image: example.com/image}]}}}
            """;

    private final Vertx vertx = Vertx.vertx();
    private TestCluster cluster;
    private KubernetesClient admin;
    private String namespace;

    @BeforeEach
    void prepare(TestCluster given, TestNamespace where) {
        cluster = given;
        admin = given.adminClient();
        namespace = where.name();
        admin.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(SYSTEM)
                        .endMetadata()
                        .build())
                .serverSideApply();
        admin.resource(new ServiceAccountBuilder()
                        .withNewMetadata()
                        .withName("trainer")
                        .withNamespace(namespace)
                        .endMetadata()
                        .build())
                .create();
        apply(RUNTIME);
    }

    @AfterEach
    void close() throws Exception {
        vertx.close().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    @Test
    @DisplayName(
            "a pod reports with its own token to the address that it was given: the status has the newest report, one write in the interval, the"
                    + " last one at once, and the curve stays after the end (SSRV-13, SSRV-14, SSRV-42, SSRV-60 to SSRV-62, SSRV-74)")
    void theReportsOfAJob() throws Exception {
        try (ControllerInTest controller = controller(port(), "")) {
            ReportingPod pod = start("bert");
            assertThat(pod.url().getHost()).isEqualTo("kubeflow-trainer-controller-manager." + SYSTEM + ".svc");

            assertThat(pod.report(vertx, 45, "2026-03-01T10:30:45.123456+00:00").code())
                    .isEqualTo(200);
            awaitProgress("bert", 45);
            for (int progress = 46; progress <= 50; progress++) {
                assertThat(pod.report(vertx, progress, "2026-03-01T10:31:" + progress + "Z")
                                .code())
                        .isEqualTo(200);
            }
            assertThat(status("bert").progressPercentage()).isEqualTo(45);
            awaitProgress("bert", 50);
            assertThat(pod.report(vertx, 49, "2026-03-01T10:30:00Z").code())
                    .as("a report that was overtaken")
                    .isEqualTo(200);
            pod.report(vertx, 100, "2026-03-01T10:32:00Z");
            awaitProgress("bert", 100);

            List<Instant> writes = writes("bert");
            assertThat(writes).hasSize(3);
            assertThat(Duration.between(writes.get(0), writes.get(1))).isBetween(INTERVAL.minusMillis(100), LIMIT);
            assertThat(Duration.between(writes.get(1), writes.get(2))).isLessThan(INTERVAL);
            TrainJob job = job("bert");
            assertThat(job.statusOrEmpty().phase()).isEqualTo("Running");
            assertThat(job.getMetadata().getManagedFields())
                    .filteredOn(fields -> "status".equals(fields.getSubresource()))
                    .filteredOn(fields -> Serialization.asJson(fields).contains("f:trainerStatus"))
                    .singleElement()
                    .satisfies(fields -> {
                        assertThat(fields.getManager()).isEqualTo("trainer-status");
                        assertThat(fields.getOperation()).isEqualTo("Apply");
                    });

            cluster.pods(namespace).endAll(1, labels("bert"), Outcome.SUCCEEDED);
            assertThat(curve("bert")).containsExactly(45.0, 46.0, 47.0, 48.0, 49.0, 50.0, 100.0);
            assertThat(status("bert").progressPercentage()).isEqualTo(100);
            assertThat(controller.count("kubeflow.trainer.status.token.reviews"))
                    .as("one question for each token that was shown")
                    .isEqualTo(8);
        }
    }

    @Test
    @DisplayName(
            "whoever may not, or says what cannot be, is refused as by Kubeflow Trainer and changes nothing (SSRV-02 to SSRV-07, SSRV-20 to SSRV-25, SSRV-41);"
                    + " a TrainJob that was deleted gets no report any more, nor does its successor (SSRV-42)")
    void refusals() throws Exception {
        try (ControllerInTest controller = controller(port(), "")) {
            ReportingPod bert = start("bert");
            ReportingPod gpt = start("gpt");
            int port = bert.url().getPort();
            String good = "Bearer " + bert.token();
            String report =
                    "{\"trainerStatus\":{\"progressPercentage\":7,\"lastUpdatedTime\":\"2026-03-01T10:30:45Z\"}}";

            refused(403, "Forbidden", bert.post(vertx, port, "", report));
            refused(403, "Forbidden", bert.post(vertx, port, "Basic dXNlcjpwYXNz", report));
            refused(403, "Forbidden", bert.post(vertx, port, "Bearer no.token.this", report));
            refused(
                    403,
                    "Forbidden",
                    bert.post(vertx, port, "Bearer " + bert.token("https://kubernetes.default.svc"), report));
            refused(403, "Forbidden", bert.post(vertx, port, "Bearer " + gpt.token(), report));
            refused(403, "Forbidden", bert.post(vertx, port, "Bearer " + gpt.token(bert.audience()), report));
            refused(403, "Forbidden", bert.post(vertx, port, "Bearer " + expired(bert.token()), report));
            refused(403, "Forbidden", gpt.post(vertx, port, good, report));
            refused(404, "Not found", bert.post(vertx, port, "/healthz", good, report));
            refused(413, "Payload too large", bert.post(vertx, port, good, " ".repeat(65_537)));
            refused(422, "Invalid payload: ", bert.post(vertx, port, good, "{\"trainerStatus\":"));
            refused(
                    422,
                    "Invalid payload: trainerStatus.progressPercentage must be a whole number",
                    bert.post(vertx, port, good, report.replace(":7,", ":\"7\",")));
            refused(
                    422,
                    "TrainJob.trainer.kubeflow.org \\\"bert\\\" is invalid: status.trainerStatus.progressPercentage",
                    bert.post(vertx, port, good, report.replace(":7,", ":150,")));
            assertThat(bert.post(vertx, port, good, "{}")).satisfies(answer -> {
                assertThat(answer.code()).isEqualTo(200);
                assertThat(answer.body()).isEqualTo("{}\n");
            });
            assertThat(job("bert").statusOrEmpty().trainerStatus()).isNull();

            ReportingPod.Answer last = bert.post(vertx, port, good, "{\"trainyard\":{\"rank\":0}}");
            assertThat(last.code()).isEqualTo(200);
            for (int i = 0; i < 200 && last.code() == 200; i++) {
                last = bert.post(vertx, port, good, "{\"trainyard\":{\"rank\":0}}");
            }
            refused(429, "Too many requests", last);
            assertThat(last.headers()).containsEntry("retry-after", "5");

            gpt.report(vertx, 10, "2026-03-01T10:30:45Z");
            awaitProgress("gpt", 10);
            gpt.report(vertx, 20, "2026-03-01T10:30:46Z");
            String token = "Bearer " + gpt.token();
            assertThat(gpt.post(vertx, port, token, "{\"trainyard\":{\"rank\":0}}")
                            .code())
                    .isEqualTo(200);
            admin.resources(TrainJob.class)
                    .inNamespace(namespace)
                    .withName("gpt")
                    .delete();
            await("the TrainJob to be gone").atMost(LIMIT).until(() -> job("gpt") == null);
            await("its controller to know")
                    .atMost(LIMIT)
                    .untilAsserted(() -> refused(404, "Train job not found", gpt.post(vertx, port, token, report)));
            ReportingPod next = start("gpt");
            refused(403, "Forbidden", gpt.post(vertx, port, token, report));
            await("nothing to be written")
                    .during(INTERVAL.plusSeconds(1))
                    .atMost(LIMIT)
                    .until(() -> job("gpt").statusOrEmpty().trainerStatus() == null);
            String tokenOfNext = "Bearer " + next.token();
            assertThat(next.post(vertx, port, tokenOfNext, "{}").code())
                    .as("a pod that is still there")
                    .isEqualTo(200);
            suspend("gpt");
            await("its controller to know")
                    .atMost(LIMIT)
                    .untilAsserted(() ->
                            refused(409, "The TrainJob is suspended", next.post(vertx, port, tokenOfNext, report)));
            assertThat(controller.isAlive()).isTrue();
        }
    }

    @Test
    @DisplayName(
            "a replica that does not lead takes reports, too; what waits is written when a replica stops, the next one goes on from there and keeps the"
                    + " curve (SSRV-01, SSRV-42, SSRV-44, SSRV-74); with the gate every job reports (SSRV-68)")
    void replicas() throws Exception {
        String gate = "featureGates: {TrainJobStatus: true}\n";
        int[] ports = {port(), port()};
        try (ControllerInTest first = controller(ports[0], gate)) {
            await("the first one to lead").atMost(LIMIT).until(() -> first.isReady() && first.isLeading());
            try (ControllerInTest second = controller(ports[1], gate)) {
                apply(trainJob("bert", ""));
                ReportingPod pod = pod("bert");

                assertThat(pod.reportTo(vertx, ports[1], 30, "2026-03-01T10:30:00Z")
                                .code())
                        .isEqualTo(200);
                awaitProgress("bert", 30);
                assertThat(second.isLeading()).isFalse();
                assertThat(pod.reportTo(vertx, ports[0], 60, "2026-03-01T10:31:00Z")
                                .code())
                        .isEqualTo(200);
                assertThat(status("bert").progressPercentage())
                        .as("the other replica has just written")
                        .isEqualTo(30);
                first.close();
                assertThat(status("bert").progressPercentage()).isEqualTo(60);

                await("the second one to lead").atMost(LIMIT).until(second::isLeading);
                pod.reportTo(vertx, ports[1], 90, "2026-03-01T10:32:00Z");
                awaitProgress("bert", 90);
                cluster.pods(namespace).endAll(1, labels("bert"), Outcome.SUCCEEDED);
                assertThat(curve("bert")).containsExactly(30.0, 60.0, 90.0);
            }
            ConfigMap kept = history("bert");
            try (ControllerInTest third = controller(port(), gate)) {
                await("the third one to lead").atMost(LIMIT).until(() -> third.isReady() && third.isLeading());
                assertThat(history("bert")).isEqualTo(kept);
                assertThat(status("bert").progressPercentage()).isEqualTo(90);
            }
        }
    }

    @Test
    @DisplayName(
            "a job whose processes do not all find each other is told of, counted, and ended where it wants that (SSRV-72, SSRV-73); why says so (OPS-103)")
    void aSmallerWorld() throws Exception {
        String alone = "{\"trainyard\":{\"rank\":0,\"worldSize\":1}}";
        try (ControllerInTest controller = controller(port(), "")) {
            ReportingPod patient = start("patient", "", "trainer: {numNodes: 2}");
            ReportingPod strict = start("strict", "trainyard.dev/on-smaller-world: Fail, ", "trainer: {numNodes: 2}");
            int port = patient.url().getPort();

            assertThat(patient.post(vertx, port, "Bearer " + patient.token(), alone)
                            .code())
                    .isEqualTo(200);
            assertThat(strict.post(vertx, port, "Bearer " + strict.token(), alone)
                            .code())
                    .isEqualTo(200);

            await("strict to fail")
                    .atMost(LIMIT)
                    .until(() -> job("strict").statusOrEmpty().isTrue("Failed"));
            assertThat(job("strict").statusOrEmpty().condition("Failed")).hasValueSatisfying(failed -> {
                assertThat(failed.getReason()).isEqualTo("SmallerWorld");
                assertThat(failed.getMessage()).contains("formed a group of 1, but the TrainJob declares 2");
            });
            await("its pods to end").atMost(LIMIT).until(() -> cluster.pods(namespace)
                    .running(labels("strict"))
                    .isEmpty());
            await("the event").atMost(LIMIT).untilAsserted(() -> assertThat(
                            admin.v1().events().inNamespace(namespace).list().getItems())
                    .anySatisfy(event -> {
                        assertThat(event.getReason()).isEqualTo("SmallerWorld");
                        assertThat(event.getInvolvedObject().getName()).isEqualTo("patient");
                    }));
            assertThat(status("patient").metrics())
                    .containsExactly(
                            new TrainerMetric("world_size", "1"), new TrainerMetric("declared_world_size", "2"));
            assertThat(job("patient").statusOrEmpty().isFinished()).isFalse();
            ClusterCommands commands = new ClusterCommands(cluster.kubeconfig(), namespace);
            await("its state to be told")
                    .atMost(LIMIT)
                    .until(() -> !commands.why("patient").get("kind").equals("PodsStarting"));
            assertThat(commands.why("patient"))
                    .containsEntry("kind", "WorldTooSmall")
                    .containsEntry(
                            "message", "only 1 of the 2 declared processes found each other, so they train apart");
            assertThat(commands.why("strict"))
                    .containsEntry("kind", "WorldTooSmall")
                    .containsEntry(
                            "message",
                            "it was ended because its processes did not all find each other, as it asks for");
            assertThat(controller.count("kubeflow.trainer.smaller.worlds")).isEqualTo(2);
        }
    }

    @Test
    @DisplayName(
            "the Kubeflow SDK, the callback of transformers, a program with nothing but HTTP, and our own file report, unmodified (SSRV-66)")
    void clients(@TempDir Path folder) throws Exception {
        ReportingProgram kubeflow =
                ReportingProgram.withPackages(Path.of("..", "clients", "python", "requirements.txt"));
        ReportingProgram transformers = ReportingProgram.withPackages(ReportingProgram.requirements());
        try (ControllerInTest controller = controller(port(), "featureGates: {TrainJobStatus: true}\n")) {
            run(kubeflow, "sdk", folder, "sdk.py");
            run(transformers, "transformers", folder, "hugging_face.py");
            run(ReportingProgram.with(), "http", folder, "plain_http.py");
            run(ReportingProgram.with(Path.of("..", "clients", "status")), "ours", folder, "our_file.py");

            awaitProgress("sdk", 45);
            assertThat(status("sdk").estimatedRemainingSeconds()).isEqualTo(1800);
            assertThat(status("sdk").metrics())
                    .containsExactly(new TrainerMetric("loss", "0.2347"), new TrainerMetric("epoch", "1"));
            awaitProgress("transformers", 100);
            assertThat(status("transformers").metrics())
                    .as("its last report holds what was logged, and not the number of steps any more")
                    .containsExactly(new TrainerMetric("loss", "0.125"));
            awaitProgress("http", 42);
            assertThat(status("http").metrics())
                    .containsExactly(new TrainerMetric("loss", "0.123"), new TrainerMetric("accuracy", "0.95"));
            awaitProgress("ours", 100);
            assertThat(status("ours").metrics()).contains(new TrainerMetric("loss", "0.25"));
            cluster.pods(namespace).endAll(1, labels("http"), Outcome.SUCCEEDED);
            await("http to be Complete")
                    .atMost(LIMIT)
                    .until(() -> job("http").statusOrEmpty().isTrue("Complete"));
            assertThat(status("http").progressPercentage()).isEqualTo(42);
            assertThat(controller.isAlive()).isTrue();
        }
    }

    @Test
    @DisplayName(
            "an initializer reports with the token of its pod how much is there, and the training's first report takes its place (SSRV-76); the"
                    + " roles of the manifests suffice for all that (OPS-50)")
    void initializers(@TempDir Path folder) throws Exception {
        Path data = Files.createDirectories(folder.resolve("data"));
        Files.write(data.resolve("train.bin"), new byte[100_000]);
        apply(RUNTIME_WITH_DATA);
        grantShippedRoles();
        try (ControllerInTest controller = controller(cluster.restrictedKubeconfig(), SYSTEM, port(), "")) {
            apply(trainJob("bert", "annotations: {trainyard.dev/report-progress: 'true'}")
                    .replace("name: reporting}", "name: with-data}"));
            ReportingPod initializer = pod("bert");
            assertThat(initializer.pod().getMetadata().getName()).startsWith("bert-dataset-initializer-");
            ReportingProgram.with(Path.of("..", "clients", "initializer"))
                    .run(
                            initializer,
                            Files.createDirectory(folder.resolve("initializer")),
                            Map.of(
                                    "STORAGE_URI",
                                    "file://" + data,
                                    "TARGET_PATH",
                                    folder.resolve("workspace").toString()),
                            "-m",
                            "trainyard_initializer",
                            "dataset");
            await("the share").atMost(LIMIT).untilAsserted(() -> assertThat(
                            status("bert").metrics())
                    .containsExactly(new TrainerMetric("dataset_fetched_percent", "100")));
            assertThat(status("bert").progressPercentage()).isNull();

            cluster.pods(namespace).endAll(1, labels("bert"), Outcome.SUCCEEDED);
            await("the node").atMost(LIMIT).until(() -> cluster.pods(namespace).running(labels("bert")).stream()
                    .anyMatch(pod -> pod.getMetadata().getName().startsWith("bert-node-")));
            assertThat(pod("bert")
                            .report(vertx, 1, Instant.now().plusSeconds(1).toString())
                            .code())
                    .isEqualTo(200);
            awaitProgress("bert", 1);
            assertThat(status("bert").metrics()).isEmpty();
            cluster.pods(namespace).endAll(1, labels("bert"), Outcome.SUCCEEDED);
            assertThat(curve("bert")).containsExactly(1.0);
            assertThat(controller.isAlive()).isTrue();
        }
    }

    /** Runs a program as that of a new TrainJob. */
    private void run(ReportingProgram program, String trainJob, Path folder, String... arguments) throws Exception {
        apply(trainJob(trainJob, ""));
        program.run(pod(trainJob), Files.createDirectory(folder.resolve(trainJob)), Map.of(), arguments);
    }

    private static int port() {
        return PortRange.DEFAULT.choose(1, new Random()).get(0);
    }

    /** To the user who may do nothing else. */
    private void grantShippedRoles() throws IOException {
        try (InputStream roles = Files.newInputStream(Path.of("..", "deploy", "rbac", "roles.yaml"))) {
            admin.load(roles).serverSideApply();
        }
        admin.resource(new ClusterRoleBindingBuilder()
                        .withNewMetadata()
                        .withName("reporting")
                        .endMetadata()
                        .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", ROLE)
                        .addNewSubject("rbac.authorization.k8s.io", "User", "restricted", null)
                        .build())
                .serverSideApply();
        admin.resource(new RoleBindingBuilder()
                        .withNewMetadata()
                        .withName("reporting")
                        .withNamespace(SYSTEM)
                        .endMetadata()
                        .withNewRoleRef("rbac.authorization.k8s.io", "Role", ROLE)
                        .addNewSubject("rbac.authorization.k8s.io", "User", "restricted", null)
                        .build())
                .serverSideApply();
    }

    private ControllerInTest controller(int port, String sections) {
        return controller(cluster.subjectKubeconfig(), namespace, port, sections);
    }

    private static ControllerInTest controller(Path kubeconfig, String leaseNamespace, int port, String sections) {
        ControllerInTest controller = new ControllerInTest(
                kubeconfig,
                leaseNamespace,
                "statusServer: {port: %d}\ntrainyard: {statusServer: {minInterval: %ds}}\n"
                                .formatted(port, INTERVAL.toSeconds())
                        + sections);
        await("a controller to be ready").atMost(LIMIT).until(controller::isReady);
        return controller;
    }

    private ReportingPod start(String name) {
        return start(name, "", "suspend: false");
    }

    /** A TrainJob that wants to report, and the first of its pods. */
    private ReportingPod start(String name, String annotations, String spec) {
        apply(trainJob(name, "annotations: {" + annotations + "trainyard.dev/report-progress: 'true'}")
                .replace("reporting}}", "reporting}, " + spec + "}"));
        return pod(name);
    }

    private static String trainJob(String name, String metadata) {
        return """
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: TrainJob
                metadata: {name: %s%s}
                spec: {runtimeRef: {kind: TrainingRuntime, name: reporting}}
                """
                .formatted(name, metadata.isEmpty() ? "" : ", " + metadata);
    }

    private ReportingPod pod(String name) {
        await("the pods of " + name)
                .atMost(LIMIT)
                .until(() -> !cluster.pods(namespace).running(labels(name)).isEmpty());
        return ReportingPod.of(
                admin, cluster.pods(namespace).running(labels(name)).get(0));
    }

    private static Map<String, String> labels(String trainJob) {
        return Map.of("jobset.sigs.k8s.io/jobset-name", trainJob);
    }

    private void apply(String yaml) {
        admin.resource(Serialization.unmarshal(yaml, GenericKubernetesResource.class))
                .inNamespace(namespace)
                .create();
    }

    private void suspend(String name) {
        admin.genericKubernetesResources("trainer.kubeflow.org/v1alpha1", "TrainJob")
                .inNamespace(namespace)
                .withName(name)
                .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"spec\":{\"suspend\":true}}");
    }

    private TrainJob job(String name) {
        return admin.resources(TrainJob.class)
                .inNamespace(namespace)
                .withName(name)
                .get();
    }

    private TrainerStatus status(String name) {
        TrainerStatus status = job(name).statusOrEmpty().trainerStatus();
        return status == null ? new TrainerStatus(null, null, List.of(), null) : status;
    }

    private void awaitProgress(String name, int progress) {
        await("progress " + progress).atMost(LIMIT).until(() -> Integer.valueOf(progress)
                .equals(status(name).progressPercentage()));
    }

    private ConfigMap history(String trainJob) {
        return admin.configMaps()
                .inNamespace(namespace)
                .withName(trainJob + "-metrics")
                .get();
    }

    /** What was kept of its progress, which goes with the TrainJob. */
    private List<Double> curve(String trainJob) {
        await("the curve of " + trainJob).atMost(LIMIT).until(() -> history(trainJob) != null);
        ConfigMap history = history(trainJob);
        assertThat(history.getMetadata().getOwnerReferences()).singleElement().satisfies(owner -> assertThat(
                        owner.getUid())
                .isEqualTo(job(trainJob).getMetadata().getUid()));
        Map<String, Object> metrics =
                Tree.child(Tree.object(Json.parse(history.getData().get("metrics.json"))), "metrics");
        return Tree.list(metrics, "progressPercentage").stream()
                .map(point -> ((Number) Tree.list(point).get(1)).doubleValue())
                .toList();
    }

    /** When reports were written to a TrainJob. */
    private List<Instant> writes(String trainJob) throws IOException {
        // Whoever has read the records knows that the file is whole.
        cluster.auditLog().records();
        try (var lines = Files.lines(cluster.runFolder().resolve("logs").resolve("audit.log"))) {
            return lines.filter(line -> line.contains("fieldManager=trainer-status")
                            && line.contains("/namespaces/" + namespace + "/trainjobs/" + trainJob + "/status"))
                    .map(line -> Tree.object(Json.parse(line)))
                    .filter(event -> "ResponseComplete".equals(event.get("stage")))
                    .filter(event -> Tree.integer(0, event, "responseStatus", "code") == 200)
                    .map(event -> Instant.parse(Tree.text(event, "requestReceivedTimestamp")))
                    .sorted()
                    .toList();
        }
    }

    private static void refused(int code, String message, ReportingPod.Answer answer) {
        assertThat(answer.code()).as(answer.body()).isEqualTo(code);
        assertThat(answer.body())
                .startsWith("{\"metadata\":{},\"status\":\"Failure\",\"message\":\"" + message)
                .endsWith(",\"code\":" + code + "}\n");
        assertThat(answer.headers()).containsEntry("content-type", "application/json");
    }

    /** The same token with an end in the past: nobody has signed that, and nobody has to be asked. */
    private static String expired(String token) {
        String[] parts = token.split("\\.");
        String claims = new String(Base64.getUrlDecoder().decode(parts[1]), StandardCharsets.UTF_8)
                .replaceFirst("\"exp\":[0-9]+", "\"exp\":1700000000");
        return parts[0] + "."
                + Base64.getUrlEncoder().withoutPadding().encodeToString(claims.getBytes(StandardCharsets.UTF_8)) + "."
                + parts[2];
    }
}
