package io.trainyard.spi.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.trainyard.spi.model.ResourceKey;
import io.trainyard.spi.model.TrainJob;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class KeyMapperTest {

    @ParameterizedTest(name = "{0} {1}, controller {2}: {3}")
    @CsvSource({
        "trainer.kubeflow.org/v1alpha1, TrainJob, true, true",
        "trainer.kubeflow.org/v2alpha1, TrainJob, true, true",
        "trainer.kubeflow.org/v1alpha1, TrainJob, false, false",
        "trainer.kubeflow.org/v1alpha1, TrainJob, , false",
        "trainer.kubeflow.org/v1alpha1, TrainingRuntime, true, false",
        "kubeflow.org/v1, TrainJob, true, false",
        "trainer.kubeflow.org.example.com/v1, TrainJob, true, false",
    })
    void onlyAControllingTrainJobIsMeant(String apiVersion, String kind, Boolean controller, boolean expected) {
        // PIPE-60
        ConfigMap owned = new ConfigMapBuilder()
                .withNewMetadata()
                .withNamespace("team-a")
                .withName("owned")
                .addNewOwnerReference()
                .withApiVersion(apiVersion)
                .withKind(kind)
                .withName("mnist")
                .withController(controller)
                .endOwnerReference()
                .endMetadata()
                .build();

        assertThat(KeyMapper.<ConfigMap>controllerOwner().trainJobsOf(owned, NO_TRAIN_JOBS))
                .isEqualTo(expected ? List.of(new ResourceKey("team-a", "mnist")) : List.of());
    }

    private static final TrainJobIndex NO_TRAIN_JOBS = new TrainJobIndex() {
        @Override
        public List<TrainJob> inNamespace(String namespace) {
            return List.of();
        }

        @Override
        public List<TrainJob> ofRuntime(String kind, String namespace, String name) {
            return List.of();
        }
    };

    @Test
    void aKeyReadsAsNamespaceAndName() {
        assertThat(new ResourceKey("team-a", "mnist")).hasToString("team-a/mnist");
        assertThat(new ResourceKey(null, "torch")).hasToString("torch").isEqualTo(new ResourceKey("", "torch"));
    }
}
