package io.trainyard.core.metrics.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.trainyard.core.access.KubeAccessReviews;
import io.trainyard.core.kube.ClientOptions;
import io.trainyard.core.kube.KubeClient;
import io.trainyard.core.kube.RequestObserver;
import io.trainyard.core.metrics.http.ScrapeAccess.Decision;
import io.trainyard.core.time.VertxTimeSource;
import io.trainyard.testcluster.ClusterKind;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.TestNamespace;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@RealCluster(kind = ClusterKind.BARE, customResourceDefinitions = "../deploy/crds")
@DisplayName("ReviewedAccess on a real API server (OPS-31, OPS-32)")
final class ReviewedAccessIT {
    private static final Duration TIMEOUT = Duration.ofSeconds(180);

    private final Vertx vertx = Vertx.vertx();
    private final Context owner = vertx.getOrCreateContext();
    private KubeClient client;

    @BeforeEach
    void connect(TestCluster cluster) {
        client = KubeClient.open(
                        owner, ClientOptions.defaults().withKubeconfig(cluster.kubeconfig()), RequestObserver.NONE)
                .await()
                .atMost(TIMEOUT);
    }

    @AfterEach
    void disconnect() throws Exception {
        client.close().await().atMost(TIMEOUT);
        vertx.close().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    @Test
    void onlyAScraperWithTheRightIsLetIn(TestCluster cluster, TestNamespace namespace) {
        var access = new ReviewedAccess(
                new KubeAccessReviews(client.requests()),
                new VertxTimeSource(owner),
                task -> owner.runOnContext(ignored -> task.run()));
        KubernetesClient admin = cluster.adminClient();
        String scraper = token(admin, namespace.name(), "scraper");
        String other = token(admin, namespace.name(), "other");
        ClusterRole role = role(namespace.name());
        ClusterRoleBinding binding = binding(namespace.name(), "scraper");
        admin.resource(role).create();
        admin.resource(binding).create();
        try {
            assertThat(decide(access, scraper)).isEqualTo(Decision.ALLOWED);
            assertThat(decide(access, other)).isEqualTo(Decision.FORBIDDEN);
            assertThat(decide(access, "forged")).isEqualTo(Decision.UNAUTHENTICATED);
        } finally {
            admin.resource(binding).delete();
            admin.resource(role).delete();
        }
    }

    private static Decision decide(ReviewedAccess access, String token) {
        return access.decide(token, "127.0.0.1").await().atMost(TIMEOUT);
    }

    private static String token(KubernetesClient admin, String namespace, String account) {
        admin.resource(new ServiceAccountBuilder()
                        .withNewMetadata()
                        .withName(account)
                        .withNamespace(namespace)
                        .endMetadata()
                        .build())
                .create();
        return admin.serviceAccounts()
                .inNamespace(namespace)
                .withName(account)
                .tokenRequest(new TokenRequestBuilder()
                        .withNewSpec()
                        .withExpirationSeconds(600L)
                        .endSpec()
                        .build())
                .getStatus()
                .getToken();
    }

    private static ClusterRole role(String namespace) {
        return new ClusterRoleBuilder()
                .withNewMetadata()
                .withName(namespace + "-metrics-reader")
                .endMetadata()
                .addNewRule()
                .withNonResourceURLs("/metrics")
                .withVerbs("get")
                .endRule()
                .build();
    }

    private static ClusterRoleBinding binding(String namespace, String account) {
        return new ClusterRoleBindingBuilder()
                .withNewMetadata()
                .withName(namespace + "-metrics-reader")
                .endMetadata()
                .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", namespace + "-metrics-reader")
                .addNewSubject("", "ServiceAccount", account, namespace)
                .build();
    }
}
