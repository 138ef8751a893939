package io.trainyard.launcher.stop;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.tree.Tree;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("When a TrainJob that was suspended has stopped (LOCAL-186)")
final class StoppingJobTest {
    private static Map<String, Object> trainJob(String condition) {
        return Tree.of(
                "metadata",
                Tree.of("namespace", "default", "name", "mnist"),
                "status",
                Tree.of("conditions", List.of(Tree.of("type", condition, "status", "True"))));
    }

    private static Map<String, Object> pod(String name, String phase, String deletion) {
        Map<String, Object> metadata = Tree.of("name", name);
        if (!deletion.isEmpty()) {
            metadata.put("deletionTimestamp", deletion);
        }
        return Tree.of("metadata", metadata, "status", Tree.of("phase", phase));
    }

    @Test
    void itHasStoppedWhenItIsSuspendedAndNoneOfItsPodsIsLeftThatMayRun() {
        Map<String, Object> failed = pod("a", "Failed", "");

        assertThat(new StoppingJob(trainJob("Suspended"), List.of(failed)).hasStopped())
                .isTrue();
        assertThat(new StoppingJob(trainJob("Suspended"), List.of(failed, pod("b", "Running", "now"))).hasStopped())
                .as("its programs have their grace period")
                .isFalse();
        assertThat(new StoppingJob(trainJob("Running"), List.of()).hasStopped())
                .as("pods may come yet")
                .isFalse();
    }

    @Test
    void oneThatHasEndedHasStopped() {
        assertThat(new StoppingJob(trainJob("Complete"), List.of()).hasStopped())
                .isTrue();
        assertThat(new StoppingJob(trainJob("Failed"), List.of(pod("a", "Running", "now"))).hasStopped())
                .as("what is left of it runs yet")
                .isFalse();
    }

    @Test
    void onlyProgramsThatWereAskedToEndMayBeKilled() {
        StoppingJob job = new StoppingJob(
                trainJob("Suspended"),
                List.of(pod("asked", "Running", "now"), pod("not-yet", "Running", ""), pod("over", "Failed", "now")));

        assertThat(job.ending()).containsExactly("asked");
    }
}
