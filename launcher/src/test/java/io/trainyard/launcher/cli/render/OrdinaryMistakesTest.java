package io.trainyard.launcher.cli.render;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.launcher.Wiring;
import io.trainyard.launcher.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code render} of what a cluster would take and never start. */
final class OrdinaryMistakesTest {
    private static final String RUNTIME =
            """
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: TrainingRuntime
            metadata: {name: drain-proof}
            spec:
              mlPolicy: {numNodes: 2}
              template:
                spec:
                  failurePolicy:
                    maxRestarts: 5
                    restartStrategy: BlockingRecreate
                    rules:
                      - {name: disruption, action: RestartJobSetAndIgnoreMaxRestarts, onJobFailureReasons: [PodFailurePolicy]}
                  replicatedJobs:
                    - name: node
                      template:
                        metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                        spec:
                          backoffLimit: 0
                          podFailurePolicy:
                            rules:
                              - {action: FailJob, onPodConditions: [{type: DisruptionTarget, status: "True"}]}
                          template:
                            spec:
                              containers: [{name: node, image: registry.example.com/train:1}]
            ---
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: TrainJob
            metadata: {name: drained}
            spec:
              runtimeRef: {name: drain-proof, kind: TrainingRuntime}
              trainer: {command: [python, train.py]}
            """;

    @TempDir
    private Path folder;

    @Test
    @DisplayName(
            "VAL-101: a podFailurePolicy without restartPolicy Never is refused once, at the runtime, with what would be right")
    void podFailurePolicyNeedsNever() throws IOException {
        CommandRun run = render(RUNTIME);

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .containsOnlyOnce("spec.template.spec.replicatedJobs[0].template.spec.template.spec.restartPolicy")
                .containsOnlyOnce("must be Never where the Job has a podFailurePolicy");
    }

    @Test
    @DisplayName("VAL-101: with restartPolicy Never all of it reaches the JobSet, without a word")
    void podFailurePolicyWithNever() throws IOException {
        CommandRun run =
                render(RUNTIME.replace("containers: [", "restartPolicy: Never\n                  containers: ["));

        assertThat(run.err()).isEmpty();
        assertThat(run.code()).isZero();
        assertThat(run.out())
                .contains(
                        "restartPolicy: Never",
                        "podFailurePolicy:",
                        "backoffLimit: 0",
                        "restartStrategy: BlockingRecreate");
    }

    private CommandRun render(String yaml) throws IOException {
        return CommandRun.of(
                new Wiring(),
                "",
                Map.of(),
                Optional.empty(),
                "render",
                Files.writeString(folder.resolve("input.yaml"), yaml).toString());
    }
}
