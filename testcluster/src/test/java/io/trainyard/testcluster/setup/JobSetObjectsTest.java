package io.trainyard.testcluster.setup;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class JobSetObjectsTest {

    private static final String MANIFEST =
            """
            ---
            apiVersion: admissionregistration.k8s.io/v1
            kind: MutatingWebhookConfiguration
            metadata: {name: mutating-webhook-configuration}
            webhooks:
            - name: for-jobsets
              clientConfig: {service: {name: some-service, namespace: some-namespace, path: /mutate-jobset}}
            - name: for-pods
              clientConfig: {service: {name: some-service, namespace: some-namespace, path: /mutate--v1-pod}}
            """;

    private final List<GenericKubernetesResource> objects = JobSetObjects.all(MANIFEST, 21006, "certificate");

    @Test
    @DisplayName("RC-3: the Service of the webhooks stands for localhost")
    void theServiceStandsForLocalhost() {
        assertThat(objects)
                .extracting(GenericKubernetesResource::getKind)
                .containsExactly("Namespace", "Service", "MutatingWebhookConfiguration");
        assertThat(objects.get(1).<String>get("spec", "type")).isEqualTo("ExternalName");
        assertThat(objects.get(1).<String>get("spec", "externalName")).isEqualTo("localhost");
    }

    @Test
    @DisplayName("RC-3: webhooks name that Service, the controller's own port and its certificate")
    void webHooksCallTheControllerThroughTheService() {
        assertThat(objects.get(2).getMetadata().getName()).isEqualTo("jobset-mutating-webhook-configuration");
        assertThat(webHook(0).get("clientConfig"))
                .isEqualTo(Map.of(
                        "service",
                        Map.of(
                                "name", "jobset-webhook-service",
                                "namespace", "jobset-system",
                                "path", "/mutate-jobset",
                                "port", 21006),
                        "caBundle",
                        Base64.getEncoder().encodeToString("certificate".getBytes(StandardCharsets.UTF_8))));
    }

    @Test
    @DisplayName("RC-3: the webhooks for pods see only pods of JobSets")
    void onlyTheWebHookForPodsIsLimitedToPodsOfJobSets() {
        assertThat(webHook(0)).doesNotContainKey("objectSelector");
        assertThat(webHook(1).get("objectSelector")).asString().contains("jobset.sigs.k8s.io/jobset-name", "Exists");
    }

    private Map<String, Object> webHook(int index) {
        return objects.get(2).get("webhooks", index);
    }
}
