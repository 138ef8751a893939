package io.trainyard.core.kube;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapList;
import io.fabric8.kubernetes.api.model.DefaultKubernetesResourceList;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
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
}
