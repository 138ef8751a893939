package io.trainyard.launcher.deploy;

import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.trainyard.testcluster.TestCluster;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.Base64;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Reads the metrics of a controller on this machine as Prometheus does: with a ServiceAccount that the metrics reader's role is bound to. */
final class Scraper {
    private static final String ACCOUNT = "prometheus";

    private final TestCluster cluster;
    private final String namespace;

    Scraper(TestCluster cluster, String namespace) {
        this.cluster = cluster;
        this.namespace = namespace;
        cluster.adminClient()
                .resource(new ServiceAccountBuilder()
                        .withNewMetadata()
                        .withName(ACCOUNT)
                        .withNamespace(namespace)
                        .endMetadata()
                        .build())
                .create();
        cluster.adminClient()
                .resource(new ClusterRoleBindingBuilder()
                        .withNewMetadata()
                        .withName(namespace + "-scraper")
                        .endMetadata()
                        .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", "kubeflow-trainer-metrics-reader")
                        .addNewSubject("", "ServiceAccount", ACCOUNT, namespace)
                        .build())
                .create();
    }

    String scrape(int port) throws IOException, GeneralSecurityException {
        HttpsURLConnection connection = connect(port);
        connection.setRequestProperty("Authorization", "Bearer " + token(ACCOUNT));
        if (connection.getResponseCode() != 200) {
            throw new AssertionError("metrics: HTTP " + connection.getResponseCode());
        }
        return new String(connection.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    /** What somebody without a token is answered. */
    int codeForAnybody(int port) throws IOException, GeneralSecurityException {
        return connect(port).getResponseCode();
    }

    /** What a ServiceAccount of the cluster that nobody has let in is answered. */
    int codeForStranger(int port) throws IOException, GeneralSecurityException {
        HttpsURLConnection connection = connect(port);
        connection.setRequestProperty("Authorization", "Bearer " + token("default"));
        return connection.getResponseCode();
    }

    private String token(String account) {
        return Tool.kubectl()
                .run("--kubeconfig", cluster.kubeconfig().toString(), "-n", namespace, "create", "token", account)
                .expectSuccess()
                .strip();
    }

    private HttpsURLConnection connect(int port) throws IOException, GeneralSecurityException {
        HttpsURLConnection connection = (HttpsURLConnection)
                URI.create("https://localhost:" + port + "/metrics").toURL().openConnection();
        connection.setSSLSocketFactory(trust().getSocketFactory());
        // The certificate is for the Service, which stands for this machine here.
        connection.setHostnameVerifier((host, session) -> true);
        return connection;
    }

    /** The authority from the Secret. */
    private SSLContext trust() throws GeneralSecurityException, IOException {
        String pem = cluster.adminClient()
                .secrets()
                .inNamespace("kubeflow-system")
                .withName("kubeflow-trainer-webhook-cert")
                .get()
                .getData()
                .get("ca.crt");
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        store.setCertificateEntry(
                "authority",
                CertificateFactory.getInstance("X.509")
                        .generateCertificate(new java.io.ByteArrayInputStream(
                                Base64.getDecoder().decode(pem))));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }
}
