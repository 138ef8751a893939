package io.trainyard.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.core.apply.MapCache;
import io.trainyard.core.fixture.Manifests;
import io.trainyard.spi.model.ClusterTrainingRuntime;
import io.trainyard.spi.model.TrainingRuntime;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("KnownRuntimes: what is said to who names a runtime that does not exist (VAL-23)")
final class KnownRuntimesTest {
    private static final String NONE =
            "no ClusterTrainingRuntime is installed; 'trainyard install-runtimes' brings those that come with Trainyard";

    private final MapCache<TrainingRuntime> runtimes = new MapCache<>();
    private final MapCache<ClusterTrainingRuntime> clusterRuntimes = new MapCache<>();
    private final KnownRuntimes known = new KnownRuntimes(runtimes, clusterRuntimes);

    private void cluster(String name) {
        clusterRuntimes.put(Manifests.clusterRuntime(name, "{}"));
    }

    @Test
    void withoutAnyRuntimeHowToGetThem() {
        assertThat(known.sentence("ClusterTrainingRuntime", "team-a")).isEqualTo(NONE);
        assertThat(known.sentence("TrainingRuntime", "team-a"))
                .isEqualTo("namespace team-a has no TrainingRuntime, and " + NONE);
    }

    @Test
    void thoseThatThereAreInOrderTenAtMost() {
        cluster("torch");
        cluster("deepspeed");
        assertThat(known.sentence("ClusterTrainingRuntime", "team-a")).isEqualTo("there are: deepspeed, torch");

        for (int i = 0; i < 10; i++) {
            cluster("a" + i);
        }
        assertThat(known.sentence("ClusterTrainingRuntime", "team-a"))
                .isEqualTo("there are: a0, a1, a2, a3, a4, a5, a6, a7, a8, a9 and 2 more");
    }

    @Test
    void thoseOfTheNamespaceElseThoseOfTheClusterWithTheirKind() {
        cluster("torch");
        runtimes.put(Manifests.read(
                "{apiVersion: trainer.kubeflow.org/v1alpha1, kind: TrainingRuntime, metadata: {name: own, namespace: team-a}}",
                TrainingRuntime.class));

        assertThat(known.sentence("TrainingRuntime", "team-a")).isEqualTo("there are: own");
        assertThat(known.sentence("TrainingRuntime", "team-b"))
                .isEqualTo(
                        "namespace team-b has no TrainingRuntime; with kind ClusterTrainingRuntime there are: torch");
    }
}
