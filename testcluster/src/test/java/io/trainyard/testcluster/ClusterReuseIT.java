package io.trainyard.testcluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.List;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** What lies between two classes that use one cluster. */
@RealCluster(kind = ClusterKind.BARE)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class ClusterReuseIT {
    private static final List<String> LEFT_BEHIND = List.of(
            """
            apiVersion: v1
            kind: Namespace
            metadata: {name: left-behind}
            """,
            """
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: held, namespace: left-behind, finalizers: [example.com/nobody]}
            """,
            """
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: left-behind, namespace: default}
            """,
            """
            apiVersion: v1
            kind: Node
            metadata: {name: left-behind}
            """,
            """
            apiVersion: scheduling.k8s.io/v1
            kind: PriorityClass
            metadata: {name: left-behind}
            value: 7
            """,
            """
            apiVersion: rbac.authorization.k8s.io/v1
            kind: ClusterRole
            metadata: {name: left-behind}
            """,
            """
            apiVersion: admissionregistration.k8s.io/v1
            kind: ValidatingWebhookConfiguration
            metadata: {name: left-behind}
            webhooks:
              - name: nobody.example.com
                admissionReviewVersions: [v1]
                sideEffects: None
                clientConfig: {url: "https://127.0.0.1:1/"}
                rules: [{apiGroups: ["*"], apiVersions: ["*"], resources: [configmaps, namespaces], operations: ["*"]}]
            """);

    @Test
    @Order(1)
    void whatAClassLeftBehindIsGoneForTheNextOne(TestCluster cluster) {
        KubernetesClient client = cluster.adminClient();
        LEFT_BEHIND.forEach(yaml -> client.resource(yaml).create());

        assertThat(cluster.restoreInitialState()).isEmpty();

        assertThat(LEFT_BEHIND.stream().<HasMetadata>map(new KubernetesSerialization()::unmarshal))
                .allSatisfy(object -> assertThat(client.resource(object).get()).isNull());
    }

    @Test
    @Order(2)
    void aDefinitionThatIsAnotherOneEndsTheCluster(TestCluster cluster) {
        cluster.adminClient()
                .apiextensions()
                .v1()
                .customResourceDefinitions()
                .withName("jobsets.jobset.x-k8s.io")
                .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"metadata\": {\"labels\": {\"changed\": \"yes\"}}}");

        assertThat(cluster.restoreInitialState())
                .hasValue(
                        "/registry/apiextensions.k8s.io/customresourcedefinitions/jobsets.jobset.x-k8s.io is another one");
    }

    @Test
    @Order(3)
    void aClusterWhoseApiServerWasStoppedIsNotUsedAgain(TestCluster cluster) {
        cluster.stopApiServer();

        assertThat(cluster.restoreInitialState()).hasValue("its components or definitions were changed");
    }
}
