package io.trainyard.launcher.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.launcher.process.VendorJar;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainingRuntime;
import io.trainyard.testcluster.ControllerProcess;
import io.trainyard.testcluster.Outcome;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.TestNamespace;
import io.trainyard.testcluster.WebhookConfigurations;
import io.trainyard.testcluster.process.PortRange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The controller as the ServiceAccount of the manifests, with nothing but the roles that they bind to it. */
@RealCluster(audit = true, customResourceDefinitions = "../deploy/crds")
@DisplayName("Least privilege (OPS-50 to OPS-61)")
final class LeastPrivilegeIT {
    private static final Duration LIMIT = Duration.ofSeconds(180);
    private static final String NAMESPACE = "kubeflow-system";
    private static final String NAME = "kubeflow-trainer-controller-manager";

    private static final String WORK =
            """
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: TrainingRuntime
            metadata:
              name: small
              # Left by a release before v2.3.
              finalizers: [trainer.kubeflow.org/resource-in-use]
            spec:
              mlPolicy: {numNodes: 1}
              template:
                spec:
                  replicatedJobs:
                    - name: node
                      template:
                        metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                        spec: {backoffLimit: 0, template: {spec: {containers: [{name: node, image: example.com/image}]}}}
            ---
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: TrainJob
            metadata: {name: good}
            spec: {runtimeRef: {kind: TrainingRuntime, name: small}}
            ---
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: TrainJob
            metadata: {name: bad}
            spec: {runtimeRef: {kind: TrainingRuntime, name: small}}
            ---
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: TrainJob
            metadata: {name: late}
            spec: {activeDeadlineSeconds: 1, runtimeRef: {kind: TrainingRuntime, name: small}}
            """;

    /** What the chart grants with {@code rbac.takeover}, and the component {@code takeover}. */
    private static final String TAKEOVER =
            """
            apiVersion: rbac.authorization.k8s.io/v1
            kind: ClusterRole
            metadata: {name: takeover}
            rules:
              - {apiGroups: [trainer.kubeflow.org], resources: [trainingruntimes, clustertrainingruntimes], verbs: [patch]}
            ---
            apiVersion: rbac.authorization.k8s.io/v1
            kind: ClusterRoleBinding
            metadata: {name: takeover}
            roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: takeover}
            subjects:
              - {kind: ServiceAccount, name: kubeflow-trainer-controller-manager, namespace: kubeflow-system}
            """;

    private static final String MPI =
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
            ---
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: TrainJob
            metadata: {name: waves}
            spec: {runtimeRef: {kind: TrainingRuntime, name: mpi}, trainer: {numNodes: 2}}
            """;

    private static final String OTHERS =
            """
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: others}
            ---
            apiVersion: autoscaling/v2
            kind: HorizontalPodAutoscaler
            metadata: {name: others}
            spec: {maxReplicas: 3, scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: none}}
            ---
            apiVersion: jobset.x-k8s.io/v1alpha2
            kind: JobSet
            metadata: {name: others}
            spec:
              suspend: true
              replicatedJobs: [{name: a, template: {spec: {template: {spec: {restartPolicy: Never, containers: [{name: a, image: a}]}}}}}]
            """;

    private static final String WRONG =
            """
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: TrainJob
            metadata: {name: wrong}
            spec: {runtimeRef: {kind: TrainingRuntime, name: missing}}
            """;

    @Test
    @DisplayName(
            "certificates, the lead, keys of an MPI job where Secrets are granted, TrainJobs that end well, badly and late, events and metrics: not one request is refused;"
                    + " what the board and the alerts ask for is exported, and series about a job vanish with it (OPS-33 to OPS-39);"
                    + " what a vendor's plugin may not do is said (API-210); objects of nobody's TrainJob are safe from all that (OPS-50b)")
    void theRolesSuffice(TestCluster cluster, TestNamespace namespace, @TempDir Path files) throws Exception {
        KubernetesClient admin = cluster.adminClient();
        var installed = new InstalledController(cluster, NAMESPACE, NAME, "kubeflow-trainer-config");
        Manifests manifests =
                Manifests.write(cluster, files, Tool.kustomize("overlays/standalone") + "---\n" + TAKEOVER);
        manifests.apply();
        // The webhooks have to reach this machine, so they are installed once more, in the manner of the test cluster.
        admin.services().inNamespace(NAMESPACE).withName(NAME).delete();
        manifests.objects().stream()
                .filter(object -> object.getKind().endsWith("WebhookConfiguration"))
                .forEach(object -> admin.resource(object).delete());
        List<Integer> ports = PortRange.DEFAULT.choose(2, new Random());
        int webhooks = ports.get(0);
        int metrics = ports.get(1);
        try (WebhookConfigurations configurations =
                        WebhookConfigurations.install(cluster, Tool.DEPLOY.resolve("webhooks"), webhooks);
                ControllerProcess controller =
                        installed.start(files, webhooks, settings(installed, metrics, VendorJar.besideOurs(files)))) {
            configurations.awaitAuthority();
            await("a leader").atMost(LIMIT).until(() -> controller.output().contains("starting to reconcile"));
            await("the rights of the vendor's plugin")
                    .atMost(LIMIT)
                    .until(() -> controller.output().contains("greeting may not patch fabrics.acme.example"));
            apply(cluster, namespace, files);
            kubectl(
                            cluster,
                            namespace,
                            "create",
                            "rolebinding",
                            "mpi",
                            "--clusterrole=" + NAME + "-secrets",
                            "--serviceaccount=" + NAMESPACE + ":" + NAME)
                    .expectSuccess();
            kubectl(cluster, namespace, "apply", "-f", write(files, "mpi.yaml", MPI))
                    .expectSuccess();
            await("the JobSet of the MPI job")
                    .atMost(LIMIT)
                    .until(() -> admin.resources(JobSet.class)
                                    .inNamespace(namespace.name())
                                    .withName("waves")
                                    .get()
                            != null);
            await("good to run").atMost(LIMIT).until(() -> "Running"
                    .equals(trainJob(admin, namespace, "good").statusOrEmpty().phase()));

            expectObjectsOfOthersAreSafe(cluster, namespace, files, installed.user());

            cluster.pods(namespace.name()).endAll(1, pods("good"), Outcome.SUCCEEDED);
            cluster.pods(namespace.name()).endAll(1, pods("bad"), Outcome.FAILED);
            awaitCondition(admin, namespace, "good", "Complete");
            awaitCondition(admin, namespace, "bad", "Failed");
            awaitCondition(admin, namespace, "late", "Failed");
            await("the event about the failure").atMost(LIMIT).until(() -> events(admin, namespace).stream()
                    .anyMatch(event -> event.getInvolvedObject().getName().equals("bad")));
            await("the old finalizer to go").atMost(LIMIT).until(() -> admin.resources(TrainingRuntime.class)
                    .inNamespace(namespace.name())
                    .withName("small")
                    .get()
                    .getMetadata()
                    .getFinalizers()
                    .isEmpty());
            assertThat(kubectl(cluster, namespace, "apply", "-f", write(files, "wrong.yaml", WRONG))
                            .output())
                    .contains("denied the request");
            MeasuredJob measured = new MeasuredJob(cluster, namespace);
            measured.run();
            Scraper scraper = new Scraper(cluster, namespace.name());
            // The cache of the controller may be a moment behind.
            await("the report").atMost(LIMIT).until(() -> scraper.scrape(metrics)
                    .contains("kubeflow_trainer_trainjob_progress_percent"));
            String scraped = scraper.scrape(metrics);
            assertThat(scraper.codeForAnybody(metrics)).as("without a token").isEqualTo(401);
            assertThat(scraper.codeForStranger(metrics)).as("without the right").isEqualTo(403);
            measured.expectSeriesIn(scraped);
            assertThat(scraped).contains("leader_election_master_status{name=\"trainer.kubeflow.org\"} 1");
            assertThat(scraped).doesNotContain("code=\"403\"").doesNotContain("code=\"401\"");
            new Monitoring(scraped).expectEverythingThatIsAskedForIsExported();
            measured.delete();
            await("its series to vanish").atMost(LIMIT).until(() -> !scraper.scrape(metrics)
                    .matches("(?s).*[{,](trainjob|name)=\"measured\".*"));
            assertThat(controller.stop()).isZero();
        } finally {
            manifests.delete();
        }
        assertThat(cluster.auditLog().countOf(installed.user())).isGreaterThan(30);
        assertThat(cluster.auditLog().refused(installed.user())).isEmpty();
    }

    /** As shipped but for the port of metrics, which are about single jobs, too, and a vendor's plugin beside ours. */
    private static Map<String, Object> settings(InstalledController installed, int metrics, Path plugins) {
        Map<String, Object> shipped = new HashMap<>(installed.section("metrics"));
        shipped.put("bindAddress", "127.0.0.1:" + metrics);
        return Map.of(
                "metrics",
                shipped,
                "trainyard",
                Map.of("metrics", Map.of("perJobSeries", true), "plugins", Map.of("directory", plugins.toString())));
    }

    /** Asks as the controller, by dry runs: its roles grant all of this, the admission policy does not. */
    private static void expectObjectsOfOthersAreSafe(
            TestCluster cluster, TestNamespace namespace, Path files, String controller) throws IOException {
        kubectl(cluster, namespace, "apply", "-f", write(files, "others.yaml", OTHERS))
                .expectSuccess();
        String[] asController = {"--as=" + controller, "--dry-run=server"};
        String[] patch = {"--type=merge", "--patch={\"metadata\":{\"labels\":{\"a\":\"b\"}}}"};

        kubectl(cluster, namespace, concat(asController, patch, "patch", "configmap", "good-runtime-snapshot"))
                .expectSuccess();
        assertThat(kubectl(cluster, namespace, concat(asController, patch, "patch", "configmap", "others"))
                        .output())
                .contains("no TrainJob controls this object");
        assertThat(kubectl(cluster, namespace, concat(asController, "delete", "configmap", "others"))
                        .output())
                .contains("no TrainJob controls this object");
        assertThat(kubectl(cluster, namespace, concat(asController, "delete", "hpa", "others"))
                        .output())
                .contains("no TrainJob controls this object");
        assertThat(kubectl(cluster, namespace, concat(asController, "delete", "jobset", "others"))
                        .output())
                .contains("no TrainJob controls this object");
    }

    private static String[] concat(String[] some, String... more) {
        return Stream.concat(Arrays.stream(some), Arrays.stream(more)).toArray(String[]::new);
    }

    private static String[] concat(String[] some, String[] others, String... more) {
        return concat(concat(some, others), more);
    }

    private static void apply(TestCluster cluster, TestNamespace namespace, Path files) throws IOException {
        kubectl(cluster, namespace, "apply", "-f", write(files, "work.yaml", WORK))
                .expectSuccess();
    }

    private static String write(Path files, String name, String yaml) throws IOException {
        return Files.writeString(files.resolve(name), yaml).toString();
    }

    private static Tool.Result kubectl(TestCluster cluster, TestNamespace namespace, String... arguments) {
        List<String> all =
                new ArrayList<>(List.of("--kubeconfig", cluster.kubeconfig().toString(), "-n", namespace.name()));
        all.addAll(List.of(arguments));
        return Tool.kubectl().run(all.toArray(String[]::new));
    }

    private static Map<String, String> pods(String trainJob) {
        return Map.of("jobset.sigs.k8s.io/jobset-name", trainJob);
    }

    private static void awaitCondition(KubernetesClient admin, TestNamespace namespace, String name, String condition) {
        await(name)
                .atMost(LIMIT)
                .until(() -> trainJob(admin, namespace, name).statusOrEmpty().isTrue(condition));
    }

    private static TrainJob trainJob(KubernetesClient admin, TestNamespace namespace, String name) {
        return admin.resources(TrainJob.class)
                .inNamespace(namespace.name())
                .withName(name)
                .get();
    }

    private static List<Event> events(KubernetesClient admin, TestNamespace namespace) {
        return admin.v1().events().inNamespace(namespace.name()).list().getItems().stream()
                .filter(event -> "TrainJob".equals(event.getInvolvedObject().getKind()))
                .toList();
    }
}
