package io.trainyard.launcher.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhook;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.spi.model.ClusterTrainingRuntime;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.testcluster.ControllerProcess;
import io.trainyard.testcluster.Outcome;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.TestNamespace;
import io.trainyard.testcluster.process.PortRange;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A release of the chart from its installation to its end, on a real API server, with a controller as its ServiceAccount. */
@RealCluster(audit = true)
@DisplayName("A Helm release (HELM-20 to HELM-27)")
final class HelmReleaseIT {
    private static final Duration LIMIT = Duration.ofSeconds(180);
    private static final String NAME = "trainyard";
    private static final String NAMESPACE = "kubeflow-system";
    private static final String MANAGER = "trainyard-controller-manager";

    private static final int USUAL_PORT = 443;

    @TempDir
    private Path files;

    private TestCluster cluster;
    private KubernetesClient admin;
    private TestNamespace team;
    private HelmRelease release;
    private InstalledController installed;

    @BeforeEach
    void use(TestCluster given, TestNamespace namespace) {
        cluster = given;
        admin = given.adminClient();
        team = namespace;
        installed = new InstalledController(given, NAMESPACE, MANAGER, "trainyard-config");
        release = new HelmRelease(given, NAME, NAMESPACE, files);
    }

    @Test
    @DisplayName(
            "is installed, upgraded and rolled back while a TrainJob runs, which nobody touches, and leaves it behind when it goes")
    void fromInstallationToItsEnd() throws Exception {
        release.install("--set", "manager.replicas=2", "--set", "runtimes.defaultEnabled=true");
        kubectl("rollout", "status", "deployment/" + MANAGER, "-n", NAMESPACE, "--timeout=60s");
        assertThat(admin.resources(ClusterTrainingRuntime.class).list().getItems())
                .extracting(runtime -> runtime.getMetadata().getName())
                .contains("torch-distributed");

        int webhooks = PortRange.DEFAULT.choose(1, new Random()).get(0);
        letTheServiceStandForThisMachine();
        callWebhooksAt(webhooks);
        String untouched;
        try (ControllerProcess controller = startController(webhooks)) {
            await("webhooks that are trusted").atMost(LIMIT).until(this::hasAuthority);
            kubectl("apply", "-n", team.name(), "-f", "../examples/plain.yaml");
            await("hello to run").atMost(LIMIT).until(() -> "Running"
                    .equals(job().statusOrEmpty().phase()));
            untouched = jobSetVersion();

            callWebhooksAt(USUAL_PORT);
            release.upgrade("--set", "manager.replicas=3", "--set", "runtimes.defaultEnabled=false");
            callWebhooksAt(webhooks);

            assertThat(replicas()).isEqualTo(3);
            assertThat(hasAuthority())
                    .as("Helm leaves alone what the controller has written")
                    .isTrue();
            assertThat(admin.resources(ClusterTrainingRuntime.class).list().getItems())
                    .as("runtimes that are no longer chosen are deleted")
                    .isEmpty();
            assertThat(controller.stop()).isZero();
        }
        try (ControllerProcess upgraded = startController(webhooks)) {
            await("a leader").atMost(LIMIT).until(() -> upgraded.output().contains("starting to reconcile"));
            callWebhooksAt(USUAL_PORT);
            release.rollBack(1);
            callWebhooksAt(webhooks);
            assertThat(replicas()).isEqualTo(2);
            assertThat(jobSetVersion()).isEqualTo(untouched);
            cluster.pods(team.name()).endAll(2, Map.of(), Outcome.SUCCEEDED);
            await("hello to be complete").atMost(LIMIT).until(() -> job().statusOrEmpty()
                    .isTrue("Complete"));
            assertThat(upgraded.stop()).isZero();
        }
        assertThat(cluster.auditLog().countOf(installed.user())).isGreaterThan(10);
        assertThat(cluster.auditLog().refused(installed.user())).isEmpty();

        release.uninstall();

        assertThat(job()).as("TrainJobs stay with their definition").isNotNull();
        assertThat(admin.apps().deployments().inNamespace(NAMESPACE).list().getItems())
                .isEmpty();
        kubectl("delete", "-n", team.name(), "trainjob", "--all");
    }

    private ControllerProcess startController(int webhooks) {
        return installed.start(files, webhooks, Map.of());
    }

    /** Nodes are simulated: the Service stands for this machine, which Helm does not see, for the chart gives no type. */
    private void letTheServiceStandForThisMachine() {
        kubectl(
                "patch",
                "service",
                MANAGER,
                "-n",
                NAMESPACE,
                "--type=merge",
                "-p",
                "{\"spec\":{\"type\":\"ExternalName\",\"externalName\":\"localhost\",\"clusterIP\":null,\"clusterIPs\":null}}");
    }

    /** Helm takes other ports than the usual one for somebody else's change. */
    private void callWebhooksAt(int port) {
        callWebhooksAt(port, "mutatingwebhookconfiguration", "defaulter.trainer.kubeflow.org", 1);
        callWebhooksAt(port, "validatingwebhookconfiguration", "validator.trainer.kubeflow.org", 3);
    }

    private void callWebhooksAt(int port, String kind, String name, int count) {
        String patch = IntStream.range(0, count)
                .mapToObj(
                        "{\"op\":\"add\",\"path\":\"/webhooks/%d/clientConfig/service/port\",\"value\":%%d}"::formatted)
                .map(operation -> operation.formatted(port))
                .collect(Collectors.joining(",", "[", "]"));
        kubectl("patch", kind, name, "--type=json", "-p", patch);
    }

    private boolean hasAuthority() {
        return mutating().stream()
                .allMatch(webhook -> webhook.getClientConfig().getCaBundle() != null
                        && !webhook.getClientConfig().getCaBundle().isEmpty());
    }

    private List<MutatingWebhook> mutating() {
        return admin.admissionRegistration()
                .v1()
                .mutatingWebhookConfigurations()
                .withName("defaulter.trainer.kubeflow.org")
                .get()
                .getWebhooks();
    }

    private int replicas() {
        return admin.apps()
                .deployments()
                .inNamespace(NAMESPACE)
                .withName(MANAGER)
                .get()
                .getSpec()
                .getReplicas();
    }

    private TrainJob job() {
        return admin.resources(TrainJob.class)
                .inNamespace(team.name())
                .withName("hello")
                .get();
    }

    /** Changes with every write but those of its status. */
    private String jobSetVersion() {
        JobSet jobSet = admin.resources(JobSet.class)
                .inNamespace(team.name())
                .withName("hello")
                .get();
        return jobSet.getMetadata().getUid() + " " + jobSet.getMetadata().getGeneration();
    }

    private void kubectl(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--kubeconfig", cluster.kubeconfig().toString()));
        Tool.kubectl().run(all.toArray(String[]::new)).expectSuccess();
    }
}
