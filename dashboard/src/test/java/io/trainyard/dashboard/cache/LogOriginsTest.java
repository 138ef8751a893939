package io.trainyard.dashboard.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.trainyard.dashboard.log.LogSource.Origin;
import io.trainyard.dashboard.log.LogSource.Selection;
import io.trainyard.dashboard.view.JobKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Which containers have the logs that are asked for (OPS-75)")
final class LogOriginsTest {
    private static final JobKey BERT = new JobKey("team-a", "bert");
    private static final String SIDECAR_FIRST =
            "{initContainers: [{name: setup}], containers: [{name: proxy}, {name: node}]}";

    private final List<Pod> pods = List.of(pod(1, 1), pod(0, 1), pod(0, 0));

    private static Pod pod(int index, int attempt) {
        Pod pod = Objects.pod("bert", index, SIDECAR_FIRST, "{phase: Running}");
        pod.getMetadata().setName("bert-" + index + "-" + attempt);
        pod.getMetadata()
                .setLabels(Map.of(
                        "jobset.sigs.k8s.io/replicatedjob-name", "node",
                        "batch.kubernetes.io/job-completion-index", String.valueOf(index),
                        "jobset.sigs.k8s.io/restart-attempt", String.valueOf(attempt)));
        return pod;
    }

    private List<String> origins(String container, List<Integer> ranks, Optional<Integer> attempt) {
        return LogOrigins.of(pods, new Selection(BERT, "", container, ranks, attempt)).stream()
                .map(origin -> origin.pod() + "/" + origin.container())
                .toList();
    }

    @Test
    void theMainContainerOfTheLatestAttemptOfEachRankByRank() {
        assertThat(origins("", List.of(), Optional.empty())).containsExactly("bert-0-1/node", "bert-1-1/node");
    }

    @Test
    void oneRankAnEarlierAttemptAnotherContainer() {
        assertThat(origins("", List.of(1), Optional.empty())).containsExactly("bert-1-1/node");
        assertThat(origins("", List.of(), Optional.of(0))).containsExactly("bert-0-0/node");
        assertThat(origins("setup", List.of(0), Optional.empty())).containsExactly("bert-0-1/setup");
        assertThat(origins("nothing", List.of(), Optional.empty())).isEmpty();
    }

    @Test
    void onlyAContainerWhosePodIsThereAndGoesOnMayStillStart() {
        Pod over = Objects.pod("bert", 0, SIDECAR_FIRST, "{phase: Failed}");

        assertThat(LogOrigins.mayStart(pods, new Origin(0, "node", 1, "bert-0-1", "node")))
                .isTrue();
        assertThat(LogOrigins.mayStart(pods, new Origin(0, "node", 1, "gone", "node")))
                .isFalse();
        assertThat(LogOrigins.mayStart(
                        List.of(over),
                        new Origin(0, "node", 0, over.getMetadata().getName(), "node")))
                .isFalse();
    }
}
