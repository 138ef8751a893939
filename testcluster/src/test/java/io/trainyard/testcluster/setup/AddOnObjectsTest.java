package io.trainyard.testcluster.setup;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The objects of add-ons")
final class AddOnObjectsTest {

    private static final String MANIFEST =
            """
            ---
            apiVersion: admissionregistration.k8s.io/v1
            kind: MutatingWebhookConfiguration
            metadata: {name: mutating-webhook-configuration}
            webhooks:
            - name: mtrainjob.kb.io
              clientConfig: {service: {name: webhook-service, namespace: system, path: /mutate-trainjob}}
            - name: mpod.kb.io
              clientConfig: {service: {name: webhook-service, namespace: system, path: /mutate--v1-pod}}
            ---
            apiVersion: admissionregistration.k8s.io/v1
            kind: ValidatingWebhookConfiguration
            metadata: {name: validating-webhook-configuration}
            webhooks:
            - name: vworkload.kb.io
              clientConfig: {service: {name: webhook-service, namespace: system, path: /validate-workload}}
            """;

    @Test
    void kueueIsAskedOnlyAboutWhatItWasToldToManage() {
        List<GenericKubernetesResource> objects = KueueObjects.all(MANIFEST, 21010, "certificate");

        assertThat(objects)
                .extracting(object -> object.getMetadata().getName())
                .containsExactly(
                        "kueue-system",
                        "kueue-webhook-service",
                        "kueue-webhook-server-cert",
                        "kueue-mutating-webhook-configuration",
                        "kueue-validating-webhook-configuration");
        List<Map<String, Object>> webHooks = objects.get(3).get("webhooks");
        assertThat(webHooks).extracting(webHook -> webHook.get("name")).containsExactly("mtrainjob.kb.io");
        assertThat(objects.get(3).<Object>get("webhooks", 0, "clientConfig", "service"))
                .isEqualTo(Map.of(
                        "name", "kueue-webhook-service",
                        "namespace", "kueue-system",
                        "path", "/mutate-trainjob",
                        "port", 21010));
    }

    @Test
    void kubeflowTrainersWebHooksHaveTheNamesThatItsOwnInstallGivesThem() {
        assertThat(KubeflowTrainerObjects.all(MANIFEST, 21012, "certificate"))
                .extracting(object -> object.getMetadata().getName())
                .containsExactly(
                        "kubeflow-system",
                        "kubeflow-trainer-controller-manager",
                        "defaulter.trainer.kubeflow.org",
                        "validator.trainer.kubeflow.org");
    }
}
