package io.trainyard.core.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.core.kube.SharedParts;
import io.trainyard.core.manifest.TreeConversion;
import io.trainyard.foundation.json.Json;
import io.trainyard.spi.model.TrainJob;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("KeptJobs (FAB-86)")
final class KeptJobsTest {
    private static final String JOB =
            """
            {"apiVersion": "trainer.kubeflow.org/v1alpha1", "kind": "TrainJob",
             "metadata": {"name": "a", "namespace": "default", "uid": "u", "resourceVersion": "1"},
             "spec": {"runtimeRef": {"name": "torch"}, "suspend": false, "labels": {"team": "a"}, "annotations": {"note": "b"},
              "podSpecOverrides": [{"targetJobs": [{"name": "node"}], "schedulerName": "x"}],
              "trainer": {"numNodes": 2, "numProcPerNode": "auto", "image": "i", "command": ["torchrun"], "args": ["a", "b"],
               "env": [{"name": "A", "value": "1"}, {"name": "CPU", "valueFrom": {"resourceFieldRef": {"resource": "limits.cpu", "divisor": "1"}}}],
               "resourcesPerNode": {"limits": {"memory": "1Gi", "cpu": "2"}, "requests": {"memory": "1Gi"}}}}}
            """;

    private final KeptJobs kept = new KeptJobs(new SharedParts());

    @Test
    @DisplayName("TrainJobs with the same spec have one, whose parts are those of others, too")
    void equalSpecsAreOneObject() {
        TrainJob first = kept(JOB);
        TrainJob other = kept(JOB.replace("\"numNodes\": 2", "\"numNodes\": 3"));

        assertThat(kept(JOB).getSpec()).isSameAs(first.getSpec());
        assertThat(other.getSpec()).isNotEqualTo(first.getSpec());
        assertThat(other.getSpec().trainer().env())
                .isSameAs(first.getSpec().trainer().env());
        assertThat(other.getSpec().trainer().resourcesPerNode())
                .isSameAs(first.getSpec().trainer().resourcesPerNode());
        assertThat(other.getSpec().podSpecOverrides()).isSameAs(first.getSpec().podSpecOverrides());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    "memory": "1Gi", "cpu" | "memory": "1024Mi", "cpu"
                    "cpu": "2" | "cpu": "2000m"
                    "memory": "1Gi", "cpu": "2" | "cpu": "2", "memory": "1Gi"
                    "requests": {"memory": "1Gi"} | "requests": {"memory": null}
                    "divisor": "1" | "divisor": "1000m"
                    "value": "1" | "value": "2"
                    "auto" | "cpu"
                    "team": "a" | "team": "b"
                    "note": "b" | "note": "c"
                    "args": ["a", "b"] | "args": ["a"]
                    "schedulerName": "x" | "schedulerName": "y"
                    "suspend": false | "suspend": true
                    "name": "torch" | "name": "other"
                    """)
    @DisplayName("each job has what was written in its own words, whatever others have that is equal")
    void nobodyGetsTheWordsOfAnother(String before, String after) {
        String changed = JOB.replace(before, after);
        assertThat(changed).isNotEqualTo(JOB);
        TrainJob first = kept(JOB);
        TrainJob second = kept(changed);

        assertThat(second.getSpec())
                .isNotSameAs(first.getSpec())
                .hasToString(read(changed).getSpec().toString());
        assertThat(first.getSpec()).hasToString(read(JOB).getSpec().toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e30000000", "1e-100000000", "+2.5E99999"})
    @Timeout(60)
    @DisplayName("amounts that nobody can calculate with are compared by their looks (VAL-34)")
    void incalculableAmountsAreNotCalculated(String amount) {
        String hostile = JOB.replace("\"1Gi\"", '"' + amount + '"');

        assertThat(kept(hostile).getSpec()).hasToString(kept(hostile).getSpec().toString());
    }

    private TrainJob kept(String json) {
        return kept.keep(read(json));
    }

    private static TrainJob read(String json) {
        return TreeConversion.toObject(Json.parseObject(json), TrainJob.class);
    }
}
