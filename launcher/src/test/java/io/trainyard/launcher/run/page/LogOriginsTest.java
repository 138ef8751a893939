package io.trainyard.launcher.run.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.dashboard.log.LogSource.Origin;
import io.trainyard.dashboard.log.LogSource.Selection;
import io.trainyard.dashboard.view.JobKey;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.launcher.run.progress.PodSnapshot;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Whose logs the page of a run shows (OPS-75, LOCAL-113)")
final class LogOriginsTest {
    private static final Map<String, Object> RUNS = Map.of("running", Map.of("startedAt", "2026-01-01T00:00:00Z"));
    private static final Map<String, Object> WAITS = Map.of("waiting", Map.of("reason", "ContainerCreating"));

    private final List<PodSnapshot> pods = List.of(
            pod("mnist", "node", 1, 0, "old-1", RUNS),
            pod("mnist", "dataset-initializer", 0, 1, "fetch", RUNS),
            pod("mnist", "node", 1, 1, "new-1", RUNS),
            pod("mnist", "node", 0, 1, "new-0", RUNS),
            pod("mnist", "node", 2, 1, "waits-2", WAITS),
            pod("other", "node", 0, 0, "other-0", RUNS));

    @Test
    void thoseOfTheLastAttemptByStepAndRankUnlessTheyHaveNotBegun() {
        assertThat(pods("", List.of(), Optional.empty())).containsExactly("fetch", "new-0", "new-1");
    }

    @Test
    void earlierAttemptsStepsAndRanksAreChosen() {
        assertThat(pods("", List.of(), Optional.of(0))).containsExactly("old-1");
        assertThat(pods("node", List.of(), Optional.empty())).containsExactly("new-0", "new-1");
        assertThat(pods("node", List.of(1), Optional.empty())).containsExactly("new-1");
        assertThat(pods("nothing", List.of(), Optional.empty())).isEmpty();
    }

    @Test
    void whatRunsBeforeTheTrainingHasNoRank() {
        assertThat(LogOrigins.of(pods, selection("", "", List.of(), Optional.empty())))
                .extracting(Origin::rank)
                .containsExactly(-1, 0, 1);
    }

    @Test
    void anInitContainerIsReadWhereItIsNamed() {
        assertThat(LogOrigins.of(pods, selection("node", "prepare", List.of(0), Optional.empty())))
                .containsExactly(new Origin(0, "node", 1, "new-0", "prepare"));
    }

    private List<String> pods(String step, List<Integer> ranks, Optional<Integer> attempt) {
        return LogOrigins.of(pods, selection(step, "", ranks, attempt)).stream()
                .map(Origin::pod)
                .toList();
    }

    private static Selection selection(String step, String container, List<Integer> ranks, Optional<Integer> attempt) {
        return new Selection(new JobKey("default", "mnist"), step, container, ranks, attempt);
    }

    private static PodSnapshot pod(
            String job, String step, int index, int attempt, String name, Map<String, Object> state) {
        return PodSnapshot.of(Tree.of(
                "metadata",
                Tree.of(
                        "namespace",
                        "default",
                        "name",
                        name,
                        "uid",
                        name,
                        "labels",
                        Map.of(
                                "jobset.sigs.k8s.io/jobset-name",
                                job,
                                "jobset.sigs.k8s.io/replicatedjob-name",
                                step,
                                "jobset.sigs.k8s.io/restart-attempt",
                                String.valueOf(attempt),
                                "batch.kubernetes.io/job-completion-index",
                                String.valueOf(index))),
                "spec",
                Tree.of(
                        "initContainers", List.of(Map.of("name", "prepare")),
                        "containers", List.of(Map.of("name", "main"), Map.of("name", "sidecar"))),
                "status",
                Tree.of(
                        "phase",
                        "Running",
                        "initContainerStatuses",
                        List.of(Map.of("name", "prepare", "state", RUNS)),
                        "containerStatuses",
                        List.of(Map.of("name", "main", "state", state), Map.of("name", "sidecar", "state", state)))));
    }
}
