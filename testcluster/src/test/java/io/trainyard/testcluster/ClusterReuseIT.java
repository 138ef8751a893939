package io.trainyard.testcluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.NonNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** What lies between two classes that use one cluster. */
@RealCluster(kind = ClusterKind.BARE)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class ClusterReuseIT {
    private static final String JOBSETS = "jobsets.jobset.x-k8s.io";
    static final String WIDGETS =
            """
            apiVersion: apiextensions.k8s.io/v1
            kind: CustomResourceDefinition
            metadata: {name: widgets.example.com}
            spec:
              group: example.com
              names: {kind: Widget, plural: widgets}
              scope: Cluster
              versions:
                - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}
            """;
    private static final String WIDGET =
            """
            apiVersion: example.com/v1
            kind: Widget
            metadata: {name: left-behind, finalizers: [example.com/nobody]}
            """;
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
    void definitionsBecomeAgainWhatTheyWere(TestCluster cluster, @TempDir Path folder) throws IOException {
        NonNamespaceOperation<
                        CustomResourceDefinition, CustomResourceDefinitionList, Resource<CustomResourceDefinition>>
                definitions = cluster.adminClient().apiextensions().v1().customResourceDefinitions();
        Object before = definitions.withName(JOBSETS).get().getSpec();
        cluster.installCustomResourceDefinitions(Files.writeString(folder.resolve("widgets.yaml"), WIDGETS));
        cluster.adminClient().resource(WIDGET).create();
        definitions
                .withName(JOBSETS)
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        """
                        {"metadata": {"labels": {"changed": "yes"}},
                         "spec": {"names": {"shortNames": ["other"]}, "conversion": {"strategy": "None"}}}
                        """);

        assertThat(cluster.restoreInitialState()).isEmpty();

        assertThat(definitions.list().getItems())
                .extracting(definition -> definition.getMetadata().getName())
                .containsExactly(JOBSETS);
        CustomResourceDefinition after = definitions.withName(JOBSETS).get();
        assertThat(after.getSpec()).isEqualTo(before);
        assertThat(after.getMetadata().getLabels()).doesNotContainKey("changed");
        assertThat(cluster.adminClient().raw("/apis/example.com/v1/widgets"))
                .as("null for a 404")
                .isNull();
    }

    @Test
    @Order(3)
    void whatAnotherClassAsksForIsThereAndTheRestIsNot(TestCluster cluster, @TempDir Path folder) throws IOException {
        Path widgets = Files.writeString(folder.resolve("widgets.yaml"), WIDGETS);
        Options first = cluster.options();

        cluster.become(first.withCustomResourceDefinitions(widgets));

        assertThat(cluster.options().customResourceDefinitions()).containsExactly(widgets);
        cluster.adminClient().resource(WIDGET).create();
        assertThat(cluster.restoreInitialState()).isEmpty();
        assertThat(cluster.adminClient().raw("/apis/example.com/v1/widgets"))
                .as("the definition stays, its objects go")
                .contains("\"items\":[]");

        cluster.become(first);

        assertThat(cluster.options()).isEqualTo(first);
        assertThat(cluster.adminClient().raw("/apis/example.com/v1/widgets")).isNull();
    }

    @Test
    @Order(4)
    void aClusterWhoseApiServerWasStoppedIsUsedAgainOnceItRuns(TestCluster cluster) {
        cluster.stopApiServer();

        assertThat(cluster.restoreInitialState()).hasValue("kube-apiserver does not run");

        cluster.startApiServer();
        assertThat(cluster.restoreInitialState()).isEmpty();
    }

    @Test
    @Order(5)
    void aClusterWhoseDataWereReplacedIsNotUsedAgain(TestCluster cluster) {
        cluster.restore(cluster.backup());

        assertThat(cluster.restoreInitialState()).hasValue("its components were changed");
    }
}
