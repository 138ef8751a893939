package io.trainyard.launcher.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.testcluster.AuditLog;
import io.trainyard.testcluster.ControllerProcess;
import io.trainyard.testcluster.Outcome;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.WebhookConfigurations;
import io.trainyard.testcluster.process.PortRange;
import io.trainyard.testcluster.programs.DeploymentTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The controller as the chart installs it with {@code watchNamespaces}, with nothing but the roles that the chart binds to its account. */
@RealCluster(audit = true, customResourceDefinitions = "../deploy/crds")
@DisplayName("Only some namespaces are served (OPS-62)")
final class ServedNamespacesIT {
    private static final Duration LIMIT = Duration.ofSeconds(180);
    private static final String NAMESPACE = "kubeflow-system";
    private static final String RELEASE = "some";
    private static final String NAME = "some-trainyard-controller-manager";
    private static final String USER = "system:serviceaccount:" + NAMESPACE + ":" + NAME;

    private static final String WORK =
            """
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: TrainingRuntime
            metadata: {name: small}
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
            metadata: {name: job}
            spec: {runtimeRef: {kind: TrainingRuntime, name: small}}
            """;

    private static final String WRONG =
            """
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: TrainJob
            metadata: {name: wrong}
            spec: {runtimeRef: {kind: TrainingRuntime, name: missing}}
            """;

    private TestCluster cluster;
    private KubernetesClient admin;
    private Path files;
    private int port;

    @BeforeEach
    void prepare(TestCluster given, @TempDir Path folder) {
        cluster = given;
        admin = given.adminClient();
        files = folder;
        port = PortRange.DEFAULT.choose(1, new Random()).get(0);
        List.of(NAMESPACE, "some-a", "some-b", "some-c", "some-other").forEach(this::namespace);
    }

    @Test
    @DisplayName(
            "jobs in two namespaces run and end, one in a third is left alone and let through, and not one request is refused")
    void onlyTheseAreServed() throws Exception {
        AuditLog requests = cluster.auditLog().fromNow();
        Manifests manifests = install("some-a", "some-b");
        try (WebhookConfigurations asInstalled = WebhookConfigurations.install(cluster, webhooks(manifests), port);
                ControllerProcess controller = start()) {
            asInstalled.awaitAuthority();
            awaitPasses(controller);
            assertThat(controller.output()).contains("serving some namespaces only");
            assertThat(apply("some-other", WORK).expectSuccess())
                    .as("the API server does not even ask about others")
                    .doesNotContain("Warning");
            apply("some-other", WRONG).expectSuccess();
            for (String served : List.of("some-a", "some-b")) {
                apply(served, WORK).expectSuccess();
                assertThat(apply(served, WRONG).output()).contains("denied the request");
            }
            for (String served : List.of("some-a", "some-b")) {
                awaitPhase(served, "Running");
                cluster.pods(served).endAll(1, Map.of("jobset.sigs.k8s.io/jobset-name", "job"), Outcome.SUCCEEDED);
                await(served)
                        .atMost(LIMIT)
                        .until(() -> job(served).statusOrEmpty().isTrue("Complete"));
            }
            Manifests forAll = Manifests.write(cluster, Files.createDirectory(files.resolve("all")), render());
            try (WebhookConfigurations unlimited = WebhookConfigurations.install(cluster, webhooks(forAll), port)) {
                unlimited.awaitAuthority();
                await("an answer about a namespace that is not served")
                        .atMost(LIMIT)
                        .until(() -> {
                            kubectl("some-other", "delete", "trainjob", "wrong", "--ignore-not-found")
                                    .expectSuccess();
                            return apply("some-other", WRONG)
                                    .expectSuccess()
                                    .contains("Trainyard does not serve namespace some-other");
                        });
            }
            assertLeftAlone("some-other");
            assertThat(controller.stop()).isZero();
        } finally {
            manifests.delete();
        }
        assertThat(requests.countOf(USER)).isGreaterThan(30);
        assertThat(requests.refused(USER)).isEmpty();
    }

    @Test
    @DisplayName(
            "a namespace that does not exist keeps the others from nothing, and is served once it is there with its roles")
    void aMissingNamespaceKeepsNobodyWaiting() throws Exception {
        Manifests manifests = install("some-c");
        try (WebhookConfigurations ours = WebhookConfigurations.install(cluster, webhooks(manifests), port);
                ControllerProcess controller = start("some-c", "some-late")) {
            ours.awaitAuthority();
            awaitPasses(controller);
            apply("some-c", WORK).expectSuccess();
            awaitPhase("some-c", "Running");

            namespace("some-late");
            Manifests.write(cluster, Files.createDirectory(files.resolve("late")), render("some-late"))
                    .objects()
                    .stream()
                    .filter(object -> "some-late".equals(object.getMetadata().getNamespace()))
                    .forEach(object -> admin.resource(object).serverSideApply());
            apply("some-late", WORK).expectSuccess();
            awaitPhase("some-late", "Running");
            assertThat(controller.stop()).isZero();
        } finally {
            manifests.delete();
        }
    }

    /** What the chart makes of it, but for Service and webhooks, which have to lead to this machine. */
    private Manifests install(String... served) {
        admin.services().inNamespace(NAMESPACE).withName(NAME).delete();
        Manifests manifests = Manifests.write(cluster, files, render(served));
        manifests.apply();
        admin.services().inNamespace(NAMESPACE).withName(NAME).delete();
        manifests.objects().stream()
                .filter(object -> object.getKind().endsWith("WebhookConfiguration"))
                .forEach(object -> admin.resource(object).delete());
        return manifests;
    }

    private static String render(String... served) {
        List<String> arguments = new ArrayList<>(List.of(
                "template", RELEASE, Tool.DEPLOY.resolve("helm/trainyard").toString(), "-n", NAMESPACE));
        arguments.addAll(List.of("--skip-tests", "--set", "crds.enabled=false", "--set", "userRoles.create=false"));
        if (served.length > 0) {
            arguments.addAll(List.of("--set", "watchNamespaces={" + String.join(",", served) + "}"));
        }
        return new Tool(DeploymentTool.HELM.find())
                .run(arguments.toArray(String[]::new))
                .expectSuccess();
    }

    /** The chart's own webhook configurations, each in a file. */
    private Path webhooks(Manifests manifests) throws IOException {
        Path folder = Files.createDirectory(manifests.file().resolveSibling("webhooks"));
        for (var object : manifests.objects()) {
            if (object.getKind().endsWith("WebhookConfiguration")) {
                Files.writeString(folder.resolve(object.getKind() + ".yaml"), Serialization.asYaml(object));
            }
        }
        return folder;
    }

    /** @param instead namespaces that are served instead of those that the chart's configuration names; none for these */
    private ControllerProcess start(String... instead) {
        Map<String, Object> sections = new HashMap<>();
        sections.put("leaderElection", Map.of("leaderElect", true, "resourceNamespace", NAMESPACE));
        if (instead.length > 0) {
            sections.put("trainyard", Map.of("watchNamespaces", List.of(instead)));
        }
        return new InstalledController(cluster, NAMESPACE, NAME, "some-trainyard-config").start(files, port, sections);
    }

    private void namespace(String name) {
        admin.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .endMetadata()
                        .build())
                .serverSideApply();
        await("the account of pods")
                .atMost(LIMIT)
                .until(() -> admin.serviceAccounts()
                                .inNamespace(name)
                                .withName("default")
                                .get()
                        != null);
    }

    private static void awaitPasses(ControllerProcess controller) {
        await("a leader").atMost(LIMIT).until(() -> controller.output().contains("starting to reconcile"));
    }

    private void awaitPhase(String namespace, String phase) {
        await(namespace + " to be " + phase)
                .atMost(LIMIT)
                .until(() -> phase.equals(job(namespace).statusOrEmpty().phase()));
    }

    private void assertLeftAlone(String namespace) {
        assertThat(admin.resources(JobSet.class).inNamespace(namespace).list().getItems())
                .isEmpty();
        assertThat(job(namespace).statusOrEmpty().conditions()).isEmpty();
        assertThat(admin.v1().events().inNamespace(namespace).list().getItems()).isEmpty();
    }

    private TrainJob job(String namespace) {
        return admin.resources(TrainJob.class)
                .inNamespace(namespace)
                .withName("job")
                .get();
    }

    private Tool.Result kubectl(String namespace, String... arguments) {
        List<String> all =
                new ArrayList<>(List.of("--kubeconfig", cluster.kubeconfig().toString(), "-n", namespace));
        all.addAll(List.of(arguments));
        return Tool.kubectl().run(all.toArray(String[]::new));
    }

    private Tool.Result apply(String namespace, String yaml) throws IOException {
        return kubectl(
                namespace,
                "apply",
                "-f",
                Files.writeString(files.resolve("work.yaml"), yaml).toString());
    }
}
