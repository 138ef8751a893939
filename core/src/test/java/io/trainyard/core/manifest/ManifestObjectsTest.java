package io.trainyard.core.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.LimitRange;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.node.v1.RuntimeClass;
import io.trainyard.foundation.yaml.YamlDocuments;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class ManifestObjectsTest {
    private final ManifestObjects objects = new ManifestObjects(
            ManifestReader.read(
                            List.of(
                                    YamlDocuments.read(
                                            "f.yaml",
                                            """
                                    apiVersion: v1
                                    kind: LimitRange
                                    metadata: {name: here}
                                    spec: {limits: [{type: Container, default: {cpu: 1}}]}
                                    ---
                                    apiVersion: v1
                                    kind: LimitRange
                                    metadata: {name: there, namespace: other}
                                    ---
                                    apiVersion: node.k8s.io/v1
                                    kind: RuntimeClass
                                    metadata: {name: kata}
                                    handler: kata
                                    """)),
                            "team-a",
                            kind -> Optional.empty())
                    .others(),
            "team-a");

    @Test
    void objectsAreListedByKindAndNamespace() {
        assertThat(objects.list(LimitRange.class, "team-a").await().indefinitely())
                .extracting(range -> range.getMetadata().getName())
                .containsExactly("here");
    }

    @Test
    @DisplayName("LimitRanges and RuntimeClasses beside a TrainJob count for its gang (GANG-24, GANG-27)")
    void theyCountForGangs() {
        assertThat(objects.podDefaults("team-a").containerRequests()).containsEntry("cpu", new Quantity("1"));
        assertThat(objects.podDefaults("other").containerRequests()).isEmpty();
    }

    @Test
    void nothingIsSaidOfWhatAClusterSharesAndNoFileHas() {
        assertThatThrownBy(() ->
                        objects.find(RuntimeClass.class, "", "gvisor").await().indefinitely())
                .hasMessage("it is not among the files, and there is no cluster to ask");
    }

    @Test
    void anObjectIsFoundByName() {
        assertThat(objects.find(RuntimeClass.class, "", "kata").await().indefinitely())
                .isPresent();
        assertThat(objects.find(LimitRange.class, "team-a", "there").await().indefinitely())
                .isEmpty();
    }
}
