package io.trainyard.core.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.spi.model.ResourceKey;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("StatusPath (SSRV-02, SSRV-21)")
final class StatusPathTest {
    private static final ResourceKey BERT = new ResourceKey("team-a", "bert");

    @Test
    void aTrainJobHasOnePathAndOneAudience() {
        assertThat(StatusPath.of(BERT))
                .isEqualTo("/apis/trainer.kubeflow.org/v1alpha1/namespaces/team-a/trainjobs/bert/status");
        assertThat(StatusPath.audience(BERT))
                .isEqualTo("trainer.kubeflow.org/v1alpha1/namespaces/team-a/trainjobs/bert/status");
        assertThat(StatusPath.read(StatusPath.of(BERT))).contains(BERT);
    }

    @Test
    void segmentsAreDecoded() {
        assertThat(StatusPath.read("/apis/trainer.kubeflow.org/v1alpha1/namespaces/team%2Da/trainjobs/b%2et/status"))
                .contains(new ResourceKey("team-a", "b.t"));
    }

    @Test
    void namesThatNoTrainJobCanHaveAreNobodys() {
        for (String name : List.of("b+t", "B", "a".repeat(254), "..", "-a", "a%2Fb", "a%20")) {
            assertThat(StatusPath.read(
                            "/apis/trainer.kubeflow.org/v1alpha1/namespaces/team-a/trainjobs/" + name + "/status"))
                    .as(name)
                    .isEmpty();
        }
        for (String namespace : List.of("a.b", "A", "a".repeat(64))) {
            assertThat(StatusPath.read(
                            "/apis/trainer.kubeflow.org/v1alpha1/namespaces/" + namespace + "/trainjobs/a/status"))
                    .as(namespace)
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/apis/trainer.kubeflow.org/v1alpha1/namespaces/team-a/trainjobs/bert",
                "/apis/trainer.kubeflow.org/v1alpha1/namespaces/team-a/trainjobs/bert/status/",
                "/apis/trainer.kubeflow.org/v1alpha1/namespaces//trainjobs/bert/status",
                "/apis/trainer.kubeflow.org/v1alpha1/namespaces/team-a/trainjobs/a/b/status",
                "/apis/trainer.kubeflow.org/v1alpha1/namespaces/team-a/trainjobs/%zz/status",
                "/apis/trainerXkubeflow.org/v1alpha1/namespaces/team-a/trainjobs/bert/status"
            })
    void everyOtherPathIsNobodys(String path) {
        assertThat(StatusPath.read(path)).isEmpty();
    }
}
