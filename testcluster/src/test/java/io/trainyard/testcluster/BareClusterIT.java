package io.trainyard.testcluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@RealCluster(kind = ClusterKind.BARE, audit = true)
final class BareClusterIT {

    @Test
    void aKilledApiServerComesBackAtTheSameAddressWithItsData(TestCluster cluster, TestNamespace namespace) {
        createConfigMap(cluster.adminClient(), namespace.name(), "kept");

        cluster.stopApiServer();
        cluster.startApiServer();

        assertThat(cluster.adminClient()
                        .configMaps()
                        .inNamespace(namespace.name())
                        .withName("kept")
                        .get())
                .isNotNull();
    }

    @Test
    void theAuditLogHasEveryRequestOfTheSubjectAndOfNobodyElse(TestCluster cluster, TestNamespace namespace) {
        AuditLog log = cluster.auditLog().fromNow();
        try (KubernetesClient subject = client(cluster.subjectKubeconfig())) {
            createConfigMap(subject, namespace.name(), "a");
            createConfigMap(subject, namespace.name(), "b");
            subject.configMaps()
                    .inNamespace(namespace.name())
                    .withName("absent")
                    .get();
        }
        createConfigMap(cluster.adminClient(), namespace.name(), "c");

        assertThat(log.count("create", "configmaps")).isEqualTo(2);
        assertThat(log.records(AuditRecord::isWrite))
                .extracting(AuditRecord::name)
                .containsExactly("a", "b");
        assertThat(log.records(each -> each.name().equals("absent")))
                .extracting(AuditRecord::verb, AuditRecord::code)
                .containsExactly(Assertions.tuple("get", 404));
        assertThat(log.fromNow().records()).isEmpty();
    }

    @Test
    void theRestrictedUserIsForbiddenEverything(TestCluster cluster, TestNamespace namespace) {
        try (KubernetesClient restricted = client(cluster.restrictedKubeconfig())) {
            Assertions.assertThatThrownBy(() -> createConfigMap(restricted, namespace.name(), "a"))
                    .isInstanceOfSatisfying(KubernetesClientException.class, e -> assertThat(e.getCode())
                            .isEqualTo(403));
        }
    }

    @Test
    void aNewResourceDefinitionIsServedOnceItIsInstalled(
            TestCluster cluster, TestNamespace namespace, @TempDir Path folder) throws IOException {
        Path file = Files.writeString(
                folder.resolve("trains.yaml"),
                """
                apiVersion: apiextensions.k8s.io/v1
                kind: CustomResourceDefinition
                metadata: {name: trains.test.trainyard.dev}
                spec:
                  group: test.trainyard.dev
                  scope: Namespaced
                  names: {kind: Train, plural: trains, singular: train}
                  versions:
                  - name: v1
                    served: true
                    storage: true
                    schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
                """);

        cluster.installCustomResourceDefinitions(file);

        assertThat(cluster.adminClient().raw("/apis/test.trainyard.dev/v1/namespaces/" + namespace.name() + "/trains"))
                .contains("TrainList");
    }

    @Test
    void aClosedNamespaceIsEmptyThoughNoControllerRuns(TestCluster cluster) {
        TestNamespace namespace = cluster.createNamespace("closed");
        createConfigMap(cluster.adminClient(), namespace.name(), "a");

        namespace.close();

        assertThat(cluster.adminClient()
                        .configMaps()
                        .inNamespace(namespace.name())
                        .list()
                        .getItems())
                .isEmpty();
    }

    @Test
    void itIsEmptyAlsoOfKindsThatEtcdNamesInAnotherWay(TestCluster cluster) {
        TestNamespace namespace = cluster.createNamespace("closed");
        List<GenericKubernetesResource> objects = List.of(
                object("v1", "Service", "{ports: [{port: 80}]}"),
                object("v1", "Pod", "{containers: [{name: a, image: a}]}"),
                object(
                        "v1",
                        "ReplicationController",
                        "{selector: {a: a}, template: {metadata: {labels: {a: a}}, spec: {containers: [{name: a, image: a}]}}}"),
                object(
                        "networking.k8s.io/v1",
                        "Ingress",
                        "{defaultBackend: {service: {name: a, port: {number: 80}}}}"));
        objects.forEach(object -> cluster.adminClient()
                .resource(object)
                .inNamespace(namespace.name())
                .create());

        namespace.close();

        assertThat(objects).allSatisfy(object -> assertThat(cluster.adminClient()
                        .resource(object)
                        .inNamespace(namespace.name())
                        .get())
                .isNull());
    }

    private static GenericKubernetesResource object(String apiVersion, String kind, String spec) {
        return Serialization.unmarshal(
                """
                apiVersion: %s
                kind: %s
                metadata: {name: a, finalizers: [example.com/a]}
                spec: %s
                """
                        .formatted(apiVersion, kind, spec),
                GenericKubernetesResource.class);
    }

    private static void createConfigMap(KubernetesClient client, String namespace, String name) {
        client.resource(new ConfigMapBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withNamespace(namespace)
                        .endMetadata()
                        .build())
                .create();
    }

    private static KubernetesClient client(Path kubeconfig) {
        return new KubernetesClientBuilder()
                .withConfig(Config.fromKubeconfig(kubeconfig.toFile()))
                .build();
    }
}
