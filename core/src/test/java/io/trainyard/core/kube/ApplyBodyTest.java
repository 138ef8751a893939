package io.trainyard.core.kube;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("ApplyBody (FAB-12, FAB-23, JOBSET-15)")
final class ApplyBodyTest {
    private final KubernetesSerialization json = new KubernetesSerialization();

    @Test
    void whatOnlyTheApiServerSetsIsLeftOut() {
        JsonNode body = body(
                """
                apiVersion: v1
                kind: Pod
                metadata:
                  name: a
                  namespace: b
                  resourceVersion: "1"
                  generation: 2
                  creationTimestamp: "2026-01-01T00:00:00Z"
                  managedFields: [{manager: trainer}]
                  labels: {x: y}
                  ownerReferences: [{apiVersion: v1, kind: Pod, name: p, uid: owner}]
                spec: {nodeName: n}
                status: {phase: Running}
                """);

        assertThat(body.path("metadata").fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder("name", "namespace", "labels", "ownerReferences");
        assertThat(body.at("/metadata/ownerReferences/0/uid").asText()).isEqualTo("owner");
        assertThat(body.has("status")).isFalse();
        assertThat(body.at("/spec/nodeName").asText()).isEqualTo("n");
    }

    @Test
    @DisplayName("which object is meant, and which state of it, is said by uid and resourceVersion (FAB-23)")
    void preconditionsAreMetadata() throws Exception {
        HasMetadata map = json.unmarshal(
                "---\n{apiVersion: v1, kind: ConfigMap, metadata: {name: a, resourceVersion: '1'}}", HasMetadata.class);

        JsonNode exact = new ObjectMapper().readTree(ApplyBody.of(map, new Preconditions("u", "7"), json));

        assertThat(exact.at("/metadata/uid").asText()).isEqualTo("u");
        assertThat(exact.at("/metadata/resourceVersion").asText()).isEqualTo("7");
    }

    @Test
    void emptyMapsThatTheApiServerWouldTurnIntoNullAreLeftOutAtAnyDepth() {
        JsonNode body = body(
                """
                apiVersion: jobset.x-k8s.io/v1alpha2
                kind: JobSet
                metadata: {name: a, labels: {}, annotations: {}}
                spec:
                  replicatedJobs:
                  - name: node
                    template:
                      metadata: {labels: {}, annotations: null}
                      spec:
                        template:
                          metadata: {annotations: {}}
                          spec: {nodeSelector: {}, containers: []}
                """);

        assertThat(body.path("metadata").fieldNames()).toIterable().containsExactly("name");
        JsonNode job = body.at("/spec/replicatedJobs/0/template");
        assertThat(job.has("metadata")).isFalse();
        assertThat(job.at("/spec/template").has("metadata")).isFalse();
        assertThat(job.at("/spec/template/spec").fieldNames()).toIterable().containsExactly("containers");
    }

    @Test
    void nullsAreLeftOutAtAnyDepthAndOtherEmptyObjectsStay() {
        JsonNode body = body(
                """
                apiVersion: example.com/v1
                kind: Thing
                metadata: {name: a}
                spec:
                  gone: null
                  torch: {}
                  volumes: [{name: v, emptyDir: {}, hostPath: null}]
                  selector: {matchLabels: {}}
                """);

        assertThat(body.path("spec").toString())
                .isEqualTo(
                        "{\"torch\":{},\"volumes\":[{\"name\":\"v\",\"emptyDir\":{}}],\"selector\":{\"matchLabels\":{}}}");
    }

    @Test
    void modelClassesKeepTheirEmptyDirAsWell() {
        var pod = new PodBuilder()
                .withNewMetadata()
                .withName("a")
                .endMetadata()
                .withNewSpec()
                .addNewVolume()
                .withName("v")
                .withNewEmptyDir()
                .endEmptyDir()
                .endVolume()
                .endSpec()
                .build();

        assertThat(read(ApplyBody.of(pod, json)).at("/spec/volumes/0/emptyDir").isObject())
                .isTrue();
    }

    private JsonNode body(String yaml) {
        HasMetadata object = json.unmarshal(yaml, GenericKubernetesResource.class);
        return read(ApplyBody.of(object, json));
    }

    private JsonNode read(String text) {
        return json.unmarshal(text, JsonNode.class);
    }
}
