package io.trainyard.local.api.resource;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.testcluster.ClusterKind;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** LOCAL-43, LOCAL-45: what we know of the built-in kinds is what a real API server says of them. */
@RealCluster(kind = ClusterKind.BARE)
final class BuiltInTypesIT {
    private static final Path RESOURCE =
            Path.of("src/main/resources/io/trainyard/local/api/resource/built-in-types.json");
    private static final List<String> DOCUMENTS = List.of(
            "api/v1",
            "apis/batch/v1",
            "apis/apps/v1",
            "apis/apiextensions.k8s.io/v1",
            "apis/autoscaling/v1",
            "apis/autoscaling/v2",
            "apis/coordination.k8s.io/v1",
            "apis/discovery.k8s.io/v1",
            "apis/events.k8s.io/v1",
            "apis/node.k8s.io/v1",
            "apis/rbac.authorization.k8s.io/v1",
            "apis/scheduling.k8s.io/v1",
            "apis/networking.k8s.io/v1",
            "apis/policy/v1",
            "apis/storage.k8s.io/v1",
            "apis/admissionregistration.k8s.io/v1");

    @Test
    void ourDefinitionsAgreeWithTheOnesOfARealApiServer(TestCluster cluster) throws IOException {
        OpenApiDefinitions definitions = new OpenApiDefinitions();
        for (String document : DOCUMENTS) {
            definitions.addDocument(Tree.object(Json.parse(cluster.adminClient().raw("/openapi/v3/" + document))));
        }
        for (String kind : List.of(
                "core.v1.Binding",
                "core.v1.ConfigMap",
                "core.v1.Endpoints",
                "core.v1.Event",
                "core.v1.LimitRange",
                "core.v1.Namespace",
                "core.v1.Node",
                "core.v1.PersistentVolume",
                "core.v1.PersistentVolumeClaim",
                "core.v1.Pod",
                "core.v1.PodTemplate",
                "core.v1.ResourceQuota",
                "core.v1.Secret",
                "core.v1.Service",
                "core.v1.ServiceAccount",
                "batch.v1.CronJob",
                "batch.v1.Job",
                "apps.v1.Deployment",
                "apps.v1.StatefulSet",
                "apiextensions.v1.CustomResourceDefinition",
                "autoscaling.v1.Scale",
                "autoscaling.v2.HorizontalPodAutoscaler",
                "coordination.v1.Lease",
                "discovery.v1.EndpointSlice",
                "events.v1.Event",
                "node.v1.RuntimeClass",
                "rbac.v1.ClusterRole",
                "rbac.v1.ClusterRoleBinding",
                "rbac.v1.Role",
                "rbac.v1.RoleBinding",
                "scheduling.v1.PriorityClass",
                "networking.v1.NetworkPolicy",
                "policy.v1.PodDisruptionBudget",
                "storage.v1.StorageClass",
                "admissionregistration.v1.MutatingWebhookConfiguration",
                "admissionregistration.v1.ValidatingWebhookConfiguration")) {
            definitions.take(kind);
        }
        String actual = text(definitions.result());
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(RESOURCE, actual);
        }
        assertThat(Files.readString(RESOURCE)).isEqualTo(actual);
    }

    /** One definition a line, so that differences can be read. */
    private static String text(Map<String, Object> definitions) {
        return definitions.entrySet().stream()
                .map(entry -> Json.text(entry.getKey()) + ": " + Json.text(entry.getValue()))
                .collect(Collectors.joining(",\n", "{\n", "\n}\n"));
    }
}
