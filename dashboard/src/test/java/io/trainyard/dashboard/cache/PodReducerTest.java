package io.trainyard.dashboard.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.trainyard.core.view.JobDetails;
import io.trainyard.core.view.JobObjects;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What is kept of pods (OPS-114, OPS-118)")
final class PodReducerTest {
    private static Pod pod() {
        Pod pod = Objects.pod(
                "bert",
                1,
                """
                {nodeName: n1, schedulerName: kai, volumes: [{name: v, secret: {secretName: s}}],
                 containers: [{name: node, image: mine, command: [train], args: [--password=hunter2], resources: {limits: {nvidia.com/gpu: 2}},
                   env: [{name: HF_TOKEN, value: hunter2}, {name: PET_NPROC_PER_NODE, value: "2"}]}]}
                """,
                "{phase: Running, containerStatuses: [{name: node, restartCount: 3, state: {running: {startedAt: '2026-01-02T03:01:00Z'}}}]}");
        pod.getMetadata()
                .setAnnotations(Map.of("batch.kubernetes.io/job-completion-index", "1", "password", "hunter2"));
        return pod;
    }

    @Test
    void noValueOfAVariableArgumentOrAnnotationIsAmongIt() {
        assertThat(PodReducer.reduce(pod()).toString()).doesNotContain("hunter2");
    }

    @Test
    void whatIsShownIsTheSame() {
        Instant now = Instant.parse("2026-01-02T03:04:05Z");
        JobObjects job = JobObjects.of(Objects.running("bert", "{phase: Running}"), now);

        assertThat(JobDetails.nodes(job.withPods(List.of(PodReducer.reduce(pod())))))
                .isEqualTo(JobDetails.nodes(job.withPods(List.of(pod()))));
        assertThat(Devices.of(PodReducer.reduce(pod()))).isEqualTo(2);
    }
}
