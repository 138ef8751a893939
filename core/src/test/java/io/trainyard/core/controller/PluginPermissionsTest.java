package io.trainyard.core.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.authorization.v1.ResourceAttributes;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReview;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewStatusBuilder;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.spi.Permission;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Rules that a plugin declares are asked for at start (API-210)")
final class PluginPermissionsTest {
    private static final Map<String, List<Permission>> FABRICS = Map.of(
            "acme",
            List.of(new Permission("acme.example", List.of("fabrics", "fabrics/status"), List.of("get", "patch"))));

    private final List<String> asked = new ArrayList<>();

    @Test
    void whatIsDeniedIsNamedWithPluginVerbAndResource() {
        assertThat(denied(attributes ->
                        Uni.createFrom().item(!attributes.getVerb().equals("patch"))))
                .containsExactly(
                        "acme may not patch fabrics.acme.example", "acme may not patch fabrics/status.acme.example");
        assertThat(asked)
                .containsExactlyInAnyOrder(
                        "get acme.example fabrics ",
                        "patch acme.example fabrics ",
                        "get acme.example fabrics status",
                        "patch acme.example fabrics status");
    }

    @Test
    void aServerThatDoesNotAnswerIsNoDenial() {
        assertThat(denied(attributes -> Uni.createFrom().failure(new IllegalStateException("no connection"))))
                .isEmpty();
    }

    @Test
    @DisplayName("Secrets are granted in chosen namespaces, so nobody asks whether they are in all (OPS-61)")
    void secretsAreNotMissed() {
        Map<String, List<Permission>> mixed =
                Map.of("acme", List.of(new Permission("", List.of("secrets", "services"), List.of("get"))));

        assertThat(denied(attributes -> Uni.createFrom().item(false), mixed, List.of()))
                .containsExactly("acme may not get services");
    }

    @Test
    @DisplayName("where some namespaces are served, each is asked about, but for what lives in none (OPS-62)")
    void eachServedNamespaceIsAskedAbout() {
        Map<String, List<Permission>> mixed = Map.of(
                "acme",
                List.of(
                        new Permission("acme.example", List.of("fabrics"), List.of("get")),
                        new Permission("acme.example", List.of("sites"), List.of("get")).ofCluster()));

        assertThat(denied(
                        attributes -> Uni.createFrom()
                                .item(attributes.getResource().equals("fabrics")
                                        && attributes.getNamespace().equals("team-a")),
                        mixed,
                        List.of("team-a", "team-b")))
                .containsExactly(
                        "acme may not get fabrics.acme.example in team-b", "acme may not get sites.acme.example");
        assertThat(asked).hasSize(3);
    }

    private List<String> denied(Function<ResourceAttributes, Uni<Boolean>> server) {
        return denied(server, FABRICS, List.of());
    }

    private List<String> denied(
            Function<ResourceAttributes, Uni<Boolean>> server,
            Map<String, List<Permission>> permissions,
            List<String> namespaces) {
        return PluginPermissions.denied(api(server), permissions, namespaces)
                .subscribe()
                .asCompletionStage()
                .join();
    }

    /** Only creating is asked for. */
    private KubeApi api(Function<ResourceAttributes, Uni<Boolean>> server) {
        return (KubeApi) Proxy.newProxyInstance(
                KubeApi.class.getClassLoader(), new Class<?>[] {KubeApi.class}, (proxy, method, arguments) -> {
                    assertThat(method.getName()).isEqualTo("create");
                    SelfSubjectAccessReview review = (SelfSubjectAccessReview) (HasMetadata) arguments[0];
                    assertThat(review.getMetadata())
                            .as("clients ask each object for its namespace")
                            .isNotNull();
                    ResourceAttributes attributes = review.getSpec().getResourceAttributes();
                    asked.add(attributes.getVerb() + " " + attributes.getGroup() + " " + attributes.getResource() + " "
                            + attributes.getSubresource());
                    return server.apply(attributes).map(allowed -> {
                        review.setStatus(new SubjectAccessReviewStatusBuilder()
                                .withAllowed(allowed)
                                .build());
                        return review;
                    });
                });
    }
}
