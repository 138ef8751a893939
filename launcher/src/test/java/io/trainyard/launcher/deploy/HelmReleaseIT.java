package io.trainyard.launcher.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhook;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhook;
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
import java.util.stream.Stream;
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
            "is installed, tested, upgraded and rolled back while a TrainJob runs, which nobody touches, and leaves it behind when it goes (HELM-31)")
    void fromInstallationToItsEnd() throws Exception {
        release.install("--set", "runtimes.defaultEnabled=true");
        kubectl("rollout", "status", "deployment/" + MANAGER, "-n", NAMESPACE, "--timeout=60s");
        assertThat(runtimes()).contains("torch-distributed");

        int webhooks = PortRange.DEFAULT.choose(1, new Random()).get(0);
        letTheServiceStandForThisMachine();
        callWebhooksAt(webhooks);
        String untouched;
        try (ControllerProcess controller = startController(webhooks)) {
            await("webhooks that are trusted").atMost(LIMIT).until(this::hasAuthority);
            release.test();
            assertThat(runtimes()).as("what the test leaves behind").doesNotContain("trainyard-test");
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
            assertThat(runtimes())
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

    @Test
    @DisplayName(
            "without runtimes has no Job and says how to get them; a Job that cannot run fails with its name, keeps no end waiting, and the end keeps runtimes and definitions (HELM-23)")
    void withoutRuntimes() {
        assertThat(release.installAlone())
                .contains("No runtime is installed", "--set runtimes.torchDistributed.enabled=true")
                .doesNotContain("The cluster does not serve JobSet");
        assertThat(jobs()).isEmpty();

        Tool.Result inVain = release.upgradeInVain(
                "--set",
                "runtimes.torchDistributed.enabled=true",
                "--set",
                "runtimes.installer.activeDeadlineSeconds=5");
        assertThat(inVain.code()).as(inVain.output()).isNotZero();
        assertThat(inVain.output()).contains("Job/kubeflow-system/trainyard-runtimes", "Job Failed");

        release.upgrade("--set", "runtimes.torchDistributed.enabled=true");
        assertThat(runtimes()).containsExactly("torch-distributed");
        await("the Job to be gone").atMost(LIMIT).until(() -> jobs().isEmpty());

        release.uninstall();

        assertThat(runtimes()).containsExactly("torch-distributed");
        assertThat(release.installAlone()).contains("earlier release are still there: torch-distributed.");
        assertThat(runtimes()).as("an installation deletes none").containsExactly("torch-distributed");
        release.uninstall();
        kubectl("delete", "clustertrainingruntimes", "-l", "trainer.kubeflow.org/managed-by=runtimes-installer");
    }

    private List<String> runtimes() {
        return admin.resources(ClusterTrainingRuntime.class).list().getItems().stream()
                .map(runtime -> runtime.getMetadata().getName())
                .toList();
    }

    private List<String> jobs() {
        return admin.batch().v1().jobs().inNamespace(NAMESPACE).list().getItems().stream()
                .map(job -> job.getMetadata().getName())
                .toList();
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
        var configurations = admin.admissionRegistration().v1();
        return Stream.concat(
                        configurations
                                .mutatingWebhookConfigurations()
                                .withName("defaulter.trainer.kubeflow.org")
                                .get()
                                .getWebhooks()
                                .stream()
                                .map(MutatingWebhook::getClientConfig),
                        configurations
                                .validatingWebhookConfigurations()
                                .withName("validator.trainer.kubeflow.org")
                                .get()
                                .getWebhooks()
                                .stream()
                                .map(ValidatingWebhook::getClientConfig))
                .allMatch(client ->
                        client.getCaBundle() != null && !client.getCaBundle().isEmpty());
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
