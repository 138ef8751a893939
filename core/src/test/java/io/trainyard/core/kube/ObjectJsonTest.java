package io.trainyard.core.kube;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapList;
import io.fabric8.kubernetes.api.model.DefaultKubernetesResourceList;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("ObjectJson")
final class ObjectJsonTest {
    /** What kube-apiserver 1.36 answers for the metadata of no object. */
    private static final String EMPTY =
            """
            {"kind": "PartialObjectMetadataList", "apiVersion": "meta.k8s.io/v1", "metadata": {"resourceVersion": "31"}, "items": null}""";

    @Test
    @DisplayName("a list of metadata in which nothing is, is an empty list (FAB-34)")
    void anEmptyListOfMetadata() {
        assertThat(ObjectJson.create().unmarshal(EMPTY, ConfigMapList.class).getItems())
                .isEmpty();
        assertThat(ObjectJson.create()
                        .unmarshal(
                                new ByteArrayInputStream(EMPTY.getBytes(StandardCharsets.UTF_8)),
                                new TypeReference<DefaultKubernetesResourceList<ConfigMap>>() {})
                        .getItems())
                .isEmpty();
    }

    @Test
    @DisplayName(
            "who owns which field is read of an object and of an event, and skipped in lists, of which nobody asks it (FAB-88)")
    void ownedFieldsAreSkippedInLists() {
        String object =
                """
                {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a", "managedFields": [{"manager": "m", "operation": "Apply",
                 "fieldsType": "FieldsV1", "fieldsV1": {"f:data": {".": {}, "f:items": {}}}}], "labels": {"l": "1"}}, "data": {"items": "x"}}""";
        String list = "{\"kind\": \"ConfigMapList\", \"apiVersion\": \"v1\", \"items\": [" + object + ", " + object
                + "], \"metadata\": {\"resourceVersion\": \"31\"}}";

        assertThat(ownedFields(ObjectJson.create().unmarshal(object, ConfigMap.class)))
                .isEqualTo(Map.of("f:data", Map.of(".", Map.of(), "f:items", Map.of())));
        ConfigMapList listed = ObjectJson.create().unmarshal(list, ConfigMapList.class);
        assertThat(listed.getItems()).hasSize(2).allSatisfy(item -> {
            assertThat(ownedFields(item)).isEmpty();
            assertThat(item.getMetadata().getManagedFields().get(0).getManager())
                    .isEqualTo("m");
            assertThat(item.getMetadata().getLabels()).isEqualTo(Map.of("l", "1"));
            assertThat(item.getData()).isEqualTo(Map.of("items", "x"));
        });
        assertThat(listed.getMetadata().getResourceVersion()).isEqualTo("31");
    }

    private static Map<String, Object> ownedFields(ConfigMap object) {
        return object.getMetadata().getManagedFields().get(0).getFieldsV1().getAdditionalProperties();
    }
}
