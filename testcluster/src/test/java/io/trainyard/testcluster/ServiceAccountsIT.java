package io.trainyard.testcluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.api.model.authentication.TokenReviewBuilder;
import java.util.Map;
import org.junit.jupiter.api.Test;

@RealCluster(serviceAccounts = true)
final class ServiceAccountsIT {

    @Test
    void aPodRunsWithAServiceAccountWhoseTokensTheApiServerKnows(TestCluster cluster, TestNamespace namespace) {
        cluster.adminClient()
                .resource(new PodBuilder()
                        .withNewMetadata()
                        .withName("alone")
                        .withNamespace(namespace.name())
                        .addToLabels("app", "alone")
                        .endMetadata()
                        .withNewSpec()
                        .addNewContainer()
                        .withName("main")
                        .withImage("example.invalid/none")
                        .endContainer()
                        .endSpec()
                        .build())
                .create();

        assertThat(cluster.pods(namespace.name()).awaitRunning(1, Map.of("app", "alone")))
                .extracting(pod -> pod.getSpec().getServiceAccountName())
                .containsExactly("default");
        assertThat(userOf(cluster, token(cluster, namespace)))
                .isEqualTo("system:serviceaccount:" + namespace.name() + ":default");
    }

    private static String token(TestCluster cluster, TestNamespace namespace) {
        return cluster.adminClient()
                .serviceAccounts()
                .inNamespace(namespace.name())
                .withName("default")
                .tokenRequest(new TokenRequestBuilder()
                        .withNewSpec()
                        .withExpirationSeconds(600L)
                        .endSpec()
                        .build())
                .getStatus()
                .getToken();
    }

    private static String userOf(TestCluster cluster, String token) {
        return cluster.adminClient()
                .tokenReviews()
                .create(new TokenReviewBuilder()
                        .withNewSpec()
                        .withToken(token)
                        .endSpec()
                        .build())
                .getStatus()
                .getUser()
                .getUsername();
    }
}
