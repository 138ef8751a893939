package io.trainyard.core.certificates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhook;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.admission.AdmissionResponse;
import io.trainyard.core.admission.AdmissionWebhook;
import io.trainyard.core.fixture.Manifests;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.testcluster.ClusterKind;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.TestNamespace;
import io.trainyard.testcluster.WebhookConfigurations;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@RealCluster(kind = ClusterKind.BARE, customResourceDefinitions = "../deploy/crds")
@DisplayName("Certificates on a real API server (CERT-14 to CERT-21)")
@Timeout(240)
final class CertificateRotationIT {
    static final String NAMESPACE = "kubeflow-system";
    static final String SECRET = "kubeflow-trainer-webhook-cert";

    private static final Path WEBHOOKS = Path.of("..", "deploy", "webhooks");
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final List<String> NAMES =
            CertificatePolicy.namesOf("kubeflow-trainer-controller-manager", NAMESPACE);
    private static final CertificatePolicy LONG_LIVED =
            new CertificatePolicy(NAMES, Duration.ofDays(3650), Duration.ofDays(365), Duration.ofDays(90));

    /** Renewed after 5 s, and the authority after 17 s; a busy machine may be late by 25 s. */
    private static final CertificatePolicy SHORT_LIVED =
            new CertificatePolicy(NAMES, Duration.ofSeconds(42), Duration.ofSeconds(30), Duration.ofSeconds(25));

    /** The first of them, and those that follow: a server's certificate signed by each authority is among them. */
    private static final int AUTHORITIES = 2;

    private static final int CERTIFICATES = 5;

    /** What every request must end with: a call that failed would read otherwise. */
    private static final String VERDICT = "reviewed by this test";

    private static final AdmissionWebhook REFUSING = request ->
            Uni.createFrom().item(AdmissionResponse.refused(403, "Forbidden", VERDICT, List.of(), List.of()));

    @BeforeAll
    static void makeKeys() throws GeneralSecurityException {
        SpareKeys.makeAll();
    }

    @AfterEach
    void forgetCertificates(TestCluster cluster) {
        cluster.adminClient().secrets().inNamespace(NAMESPACE).withName(SECRET).delete();
    }

    @Test
    @DisplayName(
            "certificates and authorities change while requests flow to two replicas: none fails, at no moment is one not trusted")
    void noRequestFailsDuringRotations(TestCluster cluster, TestNamespace namespace) throws Exception {
        try (KubernetesClient admin = cluster.openClientWithoutRetries();
                WebhookConfigurations webhooks = WebhookConfigurations.install(cluster, WEBHOOKS, 1);
                RunningReplica one = new RunningReplica(cluster.kubeconfig(), SHORT_LIVED, REFUSING);
                RunningReplica two = new RunningReplica(cluster.kubeconfig(), SHORT_LIVED, REFUSING)) {
            Set<String> authorities = new HashSet<>();
            Set<String> certificates = new HashSet<>();
            long limit = System.nanoTime() + TIMEOUT.toNanos();
            boolean allSeen = false;
            for (int i = 0; !allSeen && System.nanoTime() < limit; i++) {
                if (i % 20 == 0) {
                    // Another port makes the API server connect anew.
                    webhooks.callPort(i % 40 == 0 ? one.port() : two.port());
                    await().atMost(TIMEOUT)
                            .until(() -> verdict(admin, namespace).contains(VERDICT));
                }
                assertThat(verdict(admin, namespace)).contains(VERDICT);
                assertThat(handshake(admin, one.port())).isTrue();
                assertThat(handshake(admin, two.port())).isTrue();
                Secret secret =
                        admin.secrets().inNamespace(NAMESPACE).withName(SECRET).get();
                authorities.add(secret.getData().get("ca.key"));
                certificates.add(secret.getData().get("tls.crt"));
                allSeen = authorities.size() >= AUTHORITIES && certificates.size() >= CERTIFICATES;
            }

            assertThat(authorities).as("authorities").hasSizeGreaterThanOrEqualTo(AUTHORITIES);
            assertThat(certificates).as("certificates").hasSizeGreaterThanOrEqualTo(CERTIFICATES);
            assertThat(admin.v1().events().inNamespace(NAMESPACE).list().getItems())
                    .extracting(Event::getReason)
                    .contains("CertificateIssued");
        }
    }

    @Test
    @DisplayName("a deleted Secret and an edited configuration are mended, also after a restart of the API server")
    void whatIsBrokenIsMended(TestCluster cluster, TestNamespace namespace) throws Exception {
        KubernetesClient admin = cluster.adminClient();
        try (WebhookConfigurations webhooks = WebhookConfigurations.install(cluster, WEBHOOKS, 1);
                RunningReplica one = new RunningReplica(cluster.kubeconfig(), LONG_LIVED, REFUSING);
                RunningReplica two = new RunningReplica(cluster.kubeconfig(), LONG_LIVED, REFUSING)) {
            webhooks.callPort(one.port());
            await().atMost(TIMEOUT).until(() -> verdict(admin, namespace).contains(VERDICT));
            mend(admin, namespace, one, two);

            cluster.stopApiServer();
            cluster.startApiServer();

            await().atMost(TIMEOUT).ignoreExceptions().until(() -> verdict(admin, namespace)
                    .contains(VERDICT));
            mend(admin, namespace, one, two);
            assertThat(one.problem()).isEmpty();
            assertThat(two.problem()).isEmpty();
        }
    }

    private static void mend(KubernetesClient admin, TestNamespace namespace, RunningReplica one, RunningReplica two) {
        String before = serverCertificate(admin);
        admin.secrets().inNamespace(NAMESPACE).withName(SECRET).delete();
        await().atMost(TIMEOUT).until(() -> {
            assertThat(verdict(admin, namespace)).contains(VERDICT);
            String now = serverCertificate(admin);
            return !now.isEmpty() && !now.equals(before);
        });
        admin.resources(ValidatingWebhookConfiguration.class)
                .withName(io.trainyard.core.certificates.WebhookConfigurations.VALIDATING)
                .edit(configuration -> {
                    configuration.getWebhooks().forEach(webhook -> webhook.getClientConfig()
                            .setCaBundle(""));
                    return configuration;
                });
        await().atMost(TIMEOUT)
                .until(() -> bundles(admin).stream().noneMatch(bundle -> bundle == null || bundle.isEmpty()));
        await().atMost(TIMEOUT).until(() -> handshake(admin, one.port()) && handshake(admin, two.port()));
        assertThat(verdict(admin, namespace)).contains(VERDICT);
    }

    private static String serverCertificate(KubernetesClient admin) {
        Secret secret = admin.secrets().inNamespace(NAMESPACE).withName(SECRET).get();
        return secret == null ? "" : secret.getData().get("tls.crt");
    }

    /** What the API server says about a TrainJob. */
    private static String verdict(KubernetesClient admin, TestNamespace namespace) {
        TrainJob trainJob = Manifests.trainJob("reviewed", "runtimeRef: {name: torch}");
        trainJob.getMetadata().setNamespace(namespace.name());
        trainJob.getMetadata().setUid(null);
        trainJob.getMetadata().setResourceVersion(null);
        try {
            admin.resource(trainJob).create();
            return "accepted";
        } catch (KubernetesClientException refused) {
            return String.valueOf(refused.getMessage());
        }
    }

    /** Whether somebody who trusts what the configuration says accepts the server behind a port. */
    private static boolean handshake(KubernetesClient admin, int port) throws Exception {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        byte[] bundle = Base64.getDecoder().decode(bundles(admin).get(0));
        for (Certificate certificate :
                CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(bundle))) {
            store.setCertificateEntry("authority-" + store.size(), certificate);
        }
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        try (SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", port)) {
            socket.startHandshake();
            socket.getOutputStream().write("GET / HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            return true;
        }
    }

    private static List<String> bundles(KubernetesClient admin) {
        return admin
                .resources(ValidatingWebhookConfiguration.class)
                .withName(io.trainyard.core.certificates.WebhookConfigurations.VALIDATING)
                .get()
                .getWebhooks()
                .stream()
                .map(ValidatingWebhook::getClientConfig)
                .map(client -> client.getCaBundle())
                .toList();
    }
}
