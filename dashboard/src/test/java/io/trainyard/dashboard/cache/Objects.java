package io.trainyard.dashboard.cache;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.fabric8.kubernetes.api.model.Pod;
import io.trainyard.spi.model.TrainJob;

/** Objects out of YAML. */
final class Objects {
    private static final ObjectMapper YAML =
            new ObjectMapper(new YAMLFactory()).disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

    private Objects() {}

    static <T> T read(String yaml, Class<T> type) {
        try {
            return YAML.readValue(yaml, type);
        } catch (JsonProcessingException wrong) {
            throw new IllegalArgumentException(wrong);
        }
    }

    /** A job that runs, by its status. */
    static TrainJob running(String name, String status) {
        return read(
                """
                metadata: {namespace: team-a, name: %s, uid: uid-%s, creationTimestamp: "2026-01-02T03:00:00Z",
                  annotations: {trainyard.dev/owner: ada}, labels: {team: vision}}
                spec: {runtimeRef: {name: torch-distributed}}
                status: %s
                """
                        .formatted(name, name, status),
                TrainJob.class);
    }

    /** A pod of the step node of a job. */
    static Pod pod(String job, int index, String spec, String status) {
        return read(
                """
                metadata: {namespace: team-a, name: %s-node-0-%d, uid: p%d, creationTimestamp: "2026-01-02T03:00:01Z",
                  labels: {jobset.sigs.k8s.io/jobset-name: %s, jobset.sigs.k8s.io/replicatedjob-name: node,
                    batch.kubernetes.io/job-completion-index: "%d"}}
                spec: %s
                status: %s
                """
                        .formatted(job, index, index, job, index, spec, status),
                Pod.class);
    }
}
