package io.trainyard.launcher.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.trainyard.launcher.deploy.LateBalancer;
import io.trainyard.spi.model.ClusterTrainingRuntime;
import io.trainyard.testcluster.ControllerProcess;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.TestNamespace;
import io.trainyard.testcluster.WebhookConfigurations;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The admission webhooks of two controller processes, as a user of kubectl meets them. */
@RealCluster(customResourceDefinitions = "../deploy/crds")
@DisplayName("Admission webhooks of the built program (CERT-01 to CERT-21, VAL-03 to VAL-10, API-175, T-17, T-22)")
final class AdmissionProcessIT {
    private static final Duration LIMIT = Duration.ofSeconds(180);
    private static final Path WEBHOOKS = Path.of("..", "deploy", "webhooks");

    private static final int RESTARTS = 20;

    private static final Pattern WAITS_FOR_WEBHOOK = Pattern.compile(
            "webhook validator.clustertrainingruntime.trainer.kubeflow.org does not answer \\(.*; trying again for 60 s");

    private static final String RUNTIME =
            """
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: ClusterTrainingRuntime
            metadata: {name: admitted, labels: {trainer.kubeflow.org/support: deprecated}}
            spec:
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
            apiVersion: trainer.kubeflow.org/%s
            kind: TrainJob
            metadata: {name: %s}
            spec: {suspend: true, runtimeRef: {name: %s}}
            """;

    @AfterEach
    void removeRuntimes(TestCluster cluster) {
        cluster.adminClient().resources(ClusterTrainingRuntime.class).delete();
    }

    @Test
    @DisplayName(
            "mistakes are refused, warnings arrive, dry runs too, in both versions; through a lost Secret and a lost replica")
    void kubectlIsToldWhatIsWrong(TestCluster cluster, TestNamespace namespace, @TempDir Path one, @TempDir Path two)
            throws Exception {
        Kubectl kubectl = new Kubectl(cluster, namespace.name(), one);
        try (ControllerProcess first = Distribution.startController(one, cluster.kubeconfig());
                WebhookConfigurations webhooks =
                        WebhookConfigurations.install(cluster, WEBHOOKS, first.webhookPort())) {
            webhooks.awaitAuthority();
            assertThat(kubectl.create(RUNTIME).code()).isZero();

            Kubectl.Result created = kubectl.create(TRAIN_JOB.formatted("v1alpha1", "good", "admitted"));
            assertThat(created.code()).as(created.output()).isZero();
            assertThat(created.output())
                    .contains("Warning: ")
                    .contains("deprecated")
                    .doesNotContain("Pod Security");
            kubectl.run("label", "namespace", namespace.name(), "pod-security.kubernetes.io/enforce=restricted");
            assertThat(kubectl.create(TRAIN_JOB.formatted("v1alpha1", "unfit", "admitted"))
                            .output())
                    .as("VAL-107")
                    .contains("(Pod Security: restricted) will refuse the pods of node", "created");
            Kubectl.Result refused = kubectl.create(TRAIN_JOB.formatted("v1alpha1", "bad", "missing"));
            assertThat(refused.code()).isNotZero();
            assertThat(refused.output())
                    .contains("admission webhook \"validator.trainjob.trainer.kubeflow.org\" denied the request")
                    .contains("ClusterTrainingRuntime");
            assertThat(kubectl.create(TRAIN_JOB.formatted("v2alpha1", "bad", "missing"))
                            .output())
                    .contains("denied the request");
            String unchecked = RUNTIME.replace(
                            "name: admitted, labels: {trainer.kubeflow.org/support: deprecated}",
                            "name: unchecked, labels: {trainer.kubeflow.org/webhook-validation: disabled}")
                    .replace("- name: node", "- name: node\n          replicas: 2");
            assertThat(kubectl.create(unchecked).code()).isZero();
            assertThat(kubectl.run("label", "ctr", "unchecked", "trainer.kubeflow.org/webhook-validation-")
                            .output())
                    .as("VAL-07, T-17: the label is the API server's business; without it the runtime is judged")
                    .contains("denied the request", "replicas");
            Kubectl.Result dryRun =
                    kubectl.create(TRAIN_JOB.formatted("v1alpha1", "dry", "missing"), "--dry-run=server");
            assertThat(dryRun.output()).contains("denied the request");
            Kubectl.Result older =
                    kubectl.create(TRAIN_JOB.formatted("v2alpha1", "dry", "admitted"), "--dry-run=server");
            assertThat(older.code()).as(older.output()).isZero();
            assertThat(older.output()).as("API-02a").contains("is an older name of the same thing");

            try (ControllerProcess second = Distribution.startController(two, cluster.kubeconfig())) {
                String secret = secret(cluster);
                cluster.adminClient()
                        .secrets()
                        .inNamespace("kubeflow-system")
                        .withName("kubeflow-trainer-webhook-cert")
                        .delete();
                // Nobody may notice, neither while the old authority is replaced nor after.
                await().atMost(LIMIT).until(() -> {
                    assertThat(kubectl.create(TRAIN_JOB.formatted("v1alpha1", "bad", "missing"))
                                    .output())
                            .contains("denied the request: ");
                    String now = secret(cluster);
                    return !now.isEmpty() && !now.equals(secret);
                });
                assertThat(kubectl.create(TRAIN_JOB.formatted("v1alpha1", "bad", "missing"))
                                .output())
                        .contains("denied the request: ");
                assertThat(second.output()).doesNotContain("certificates cannot be looked after");
                assertThat(first.stop()).isZero();
                webhooks.callPort(second.webhookPort());
                assertThat(kubectl.create(TRAIN_JOB.formatted("v1alpha1", "bad", "missing"))
                                .output())
                        .contains("denied the request: ");
            }
        }
    }

    @Test
    @DisplayName(
            "with an authority for callers the API server's client certificate is served, and nobody else gets as far as a review (CERT-06a)")
    void onlyTheApiServerIsServed(TestCluster cluster, TestNamespace namespace, @TempDir Path files) throws Exception {
        Kubectl kubectl = new Kubectl(cluster, namespace.name(), files);
        String section = "trainyard: {admission: {clientCAFile: '%s'}}\n".formatted(cluster.webhookCallerAuthority());
        try (ControllerProcess controller =
                        ControllerProcess.startWith(Distribution.program(), files, cluster.kubeconfig(), section);
                WebhookConfigurations webhooks =
                        WebhookConfigurations.install(cluster, WEBHOOKS, controller.webhookPort())) {
            webhooks.awaitAuthority();

            assertThat(kubectl.create(RUNTIME).output()).contains("created");
            assertThat(kubectl.create(TRAIN_JOB.formatted("v1alpha1", "bad", "missing"))
                            .output())
                    .contains("denied the request: ");
            assertThatThrownBy(() -> review(controller.webhookPort()))
                    .as("a stranger without a certificate")
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    @DisplayName(
            "twenty rolling restarts of two replicas refuse nobody, though the Service learns of each half a second late; install-runtimes waits for the first replica (OPS-04a, HELM-24a)")
    void rollingRestartsRefuseNobody(TestCluster cluster, TestNamespace namespace, @TempDir Path files)
            throws Exception {
        Deque<ControllerProcess> replicas = new ArrayDeque<>();
        List<CompletableFuture<Process>> ended = new ArrayList<>();
        try (LateBalancer service = LateBalancer.open();
                WebhookConfigurations webhooks = WebhookConfigurations.install(cluster, WEBHOOKS, service.port())) {
            replicas.add(replica(cluster, namespace, files, 0));
            webhooks.awaitAuthority();
            Process installer = installRuntime(cluster, files);
            await().atMost(LIMIT)
                    .until(() -> Files.readString(files.resolve("installer.log")), WAITS_FOR_WEBHOOK.asPredicate());
            service.add(replicas.getLast().webhookPort());
            assertThat(installer.waitFor(120, TimeUnit.SECONDS)).isTrue();
            assertThat(files.resolve("installer.log")).content().contains("applied admitted");
            assertThat(installer.exitValue()).isZero();
            assertThat(service.refused()).isPositive();
            int refusedBefore = service.refused();
            replicas.add(replica(cluster, namespace, files, 1));
            service.add(replicas.getLast().webhookPort());
            Instant begun = Instant.now();
            try (SteadyApplies applies = new SteadyApplies(cluster, RUNTIME)) {
                for (int restart = 0; restart < RESTARTS; restart++) {
                    ControllerProcess old = replicas.remove();
                    old.process().destroy();
                    service.removeLate(old.webhookPort());
                    ended.add(old.process().onExit());
                    replicas.add(replica(cluster, namespace, files, 2 + restart));
                    service.add(replicas.getLast().webhookPort());
                    assertThat(applies.refusals()).as("in restart %d", restart).isEmpty();
                }
                for (CompletableFuture<Process> each : ended) {
                    assertThat(each.get(60, TimeUnit.SECONDS).exitValue()).isZero();
                }
                applies.close();
                System.out.printf(
                        "%d rolling restarts in %d s, %d reviews, refused: %s%n",
                        RESTARTS,
                        Duration.between(begun, Instant.now()).toSeconds(),
                        applies.accepted(),
                        applies.refusals());
                assertThat(applies.refusals()).isEmpty();
                assertThat(applies.accepted()).isGreaterThan(5 * RESTARTS);
                assertThat(service.refused()).isEqualTo(refusedBefore);
            }
        } finally {
            replicas.forEach(ControllerProcess::close);
        }
    }

    /** Ready, with the time to go on answering that fits the Service of this test, and a Lease that it shares with the others. */
    private static ControllerProcess replica(TestCluster cluster, TestNamespace namespace, Path files, int number)
            throws IOException {
        return ControllerProcess.startWith(
                Distribution.program(),
                Files.createDirectory(files.resolve("replica-" + number)),
                cluster.kubeconfig(),
                """
                leaderElection: {resourceNamespace: %s}
                trainyard: {webhook: {shutdownDelay: 1500ms}}
                """
                        .formatted(namespace.name()));
    }

    private static Process installRuntime(TestCluster cluster, Path files) throws IOException {
        Path file = Files.writeString(files.resolve("runtime.yaml"), RUNTIME);
        return new ProcessBuilder(
                        Distribution.program().toString(),
                        "install-runtimes",
                        "--file",
                        file.toString(),
                        "--kubeconfig",
                        cluster.kubeconfig().toString())
                .redirectErrorStream(true)
                .redirectOutput(files.resolve("installer.log").toFile())
                .start();
    }

    private static void review(int port) throws IOException, InterruptedException, GeneralSecurityException {
        SSLContext trustAll = SSLContext.getInstance("TLS");
        trustAll.init(null, new TrustManager[] {new EveryServer()}, null);
        HttpClient.newBuilder()
                .sslContext(trustAll)
                .build()
                .send(
                        HttpRequest.newBuilder(URI.create("https://localhost:" + port
                                        + "/validate-trainer-kubeflow-org-v1alpha1-trainjob"))
                                .POST(HttpRequest.BodyPublishers.ofString("{}"))
                                .build(),
                        HttpResponse.BodyHandlers.discarding());
    }

    /** So that the handshake fails for the want of a client's certificate alone. */
    private static final class EveryServer extends X509ExtendedTrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }

    /** The servers' certificate; empty while there is none. */
    private static String secret(TestCluster cluster) {
        var secret = cluster.adminClient()
                .secrets()
                .inNamespace("kubeflow-system")
                .withName("kubeflow-trainer-webhook-cert")
                .get();
        return secret == null || secret.getData() == null
                ? ""
                : secret.getData().getOrDefault("tls.crt", "");
    }
}
