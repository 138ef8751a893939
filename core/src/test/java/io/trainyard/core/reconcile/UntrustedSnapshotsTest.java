package io.trainyard.core.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.core.fixture.Manifests;
import io.trainyard.core.jobset.JobSet;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("A JobSet that may have started is kept when the snapshot is not trusted (PIPE-94)")
final class UntrustedSnapshotsTest {
    @ParameterizedTest(name = "suspended {0}, generation {1}, {2} pods ready, {3} restarts: {4}")
    @CsvSource({
        "true, 1, 0, 0, false",
        "false, 1, 0, 0, true",
        "true, 2, 0, 0, true",
        "true, 1, 1, 0, true",
        "true, 1, 0, 1, true"
    })
    void isKept(boolean suspended, int generation, int ready, int restarts, boolean kept) {
        JobSet jobSet = Manifests.jobSet(
                """
                apiVersion: jobset.x-k8s.io/v1alpha2
                kind: JobSet
                metadata: {name: demo, namespace: team-a, generation: %d}
                spec: {suspend: %s, replicatedJobs: []}
                status:
                  restarts: %d
                  replicatedJobsStatus: [{name: node, ready: %d, succeeded: 0, failed: 0, active: 0, suspended: 1}]
                """
                        .formatted(generation, suspended, restarts, ready));

        assertThat(UntrustedSnapshots.mayHaveStarted(Optional.of(jobSet))).isEqualTo(kept);
    }

    @Test
    void whereThereIsNoneNothingHasStarted() {
        assertThat(UntrustedSnapshots.mayHaveStarted(Optional.empty())).isFalse();
    }
}
