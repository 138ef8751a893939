package io.trainyard.local.controllers.jobset;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.controllers.jobset.Change.DeleteJob;
import io.trainyard.local.controllers.jobset.Decision.Event;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FailurePolicyTest {
    private static Situation withPolicy(String policy) {
        return Situation.of("{failurePolicy: " + policy + ", replicatedJobs: [{name: a}, {name: b, replicas: 2}]}")
                .pass();
    }

    @Test
    void withoutAPolicyTheFirstFailureFailsTheJobSet() { // JS-89, JS-89b, JS-96
        Situation situation =
                Situation.of("{replicatedJobs: [{name: a}]}").pass().failed("set-a-0");
        assertThat(situation.decide().events())
                .containsExactly(new Event(
                        true,
                        "FailedJobs",
                        "jobset failed due to one or more job failures (first failed job: set-a-0)"));

        assertThat(situation.pass().condition("Failed")).isEqualTo("True FailedJobs");
        assertThat(Tree.text(situation.jobSet(), "status", "terminalState")).isEqualTo("Failed");
    }

    @ParameterizedTest(name = "{0} with {1} counted of {2} allowed: {3}")
    @CsvSource(
            quoteCharacter = '"',
            value = { // JS-89
                "FailJobSet, 0, 5, True FailJobSetFailurePolicyAction, '', 0, 0",
                "RestartJobSet, 0, 0, True ReachedMaxRestarts, '', 0, 0",
                "RestartJobSet, 2, 2, True ReachedMaxRestarts, '', 2, 2",
                "RestartJobSet, 1, 2, '', True FailurePolicy_r, 2, 2",
                "RestartJobSetAndIgnoreMaxRestarts, 2, 2, '', True FailurePolicy_r, 3, 2",
            })
    void actionsDecide(
            String action, long counted, int max, String failed, String restarting, long restarts, long countedAfter) {
        Situation situation = withPolicy("{maxRestarts: " + max + ", rules: [{name: r, action: " + action + "}]}");
        situation.put(counted, "status", "restartsCountTowardsMax").put(counted, "status", "restarts");
        List.of("set-a-0", "set-b-0", "set-b-1")
                .forEach(name ->
                        Tree.put(situation.job(name), "" + counted, "metadata", "labels", JobSetKeys.RESTART_ATTEMPT));
        situation.failed("set-b-0").pass();

        assertThat(situation.condition("Failed")).isEqualTo(failed.replace("'", ""));
        assertThat(situation.condition("RestartingJobSet")).isEqualTo(restarting.replace("'", ""));
        assertThat(Tree.integer(-1, situation.jobSet(), "status", "restarts")).isEqualTo(restarts);
        assertThat(Tree.integer(0, situation.jobSet(), "status", "restartsCountTowardsMax"))
                .isEqualTo(countedAfter);
    }

    @Test
    void aRestartIsOnlyWrittenDownAndTheNextPassesReplaceTheJobs() { // JS-89c, JS-98
        Situation situation = withPolicy("{maxRestarts: 1}").failed("set-b-1");
        Decision decision = situation.decide();
        String message = "applying RestartJobSet failure policy action (first failed job: set-b-1)";
        assertThat(decision.changes()).isEmpty();
        assertThat(decision.events())
                .containsExactly(
                        new Event(true, "DefaultFailurePolicy", message),
                        new Event(true, "RestartJobSetFailurePolicyAction", message));

        situation.pass();
        assertThat(situation.decide().changes())
                .containsExactly(
                        new DeleteJob("set-a-0", "uid-set-a-0"),
                        new DeleteJob("set-b-0", "uid-set-b-0"),
                        new DeleteJob("set-b-1", "uid-set-b-1"));
        situation.pass();
        assertThat(situation.decide().changes()).isEmpty();
        situation.gone("set-a-0");
        assertThat(ReconcileStepsTest.created(situation.decide())).containsExactly("set-a-0");
        situation.pass().gone("set-b-0").gone("set-b-1").pass();
        assertThat(Tree.text(situation.job("set-b-1"), "metadata", "labels", JobSetKeys.RESTART_ATTEMPT))
                .isEqualTo("1");
        assertThat(situation.condition("RestartingJobSet")).isEqualTo("True DefaultFailurePolicy");
        situation.ready("set-a-0").ready("set-b-0").ready("set-b-1").pass();
        assertThat(situation.condition("RestartingJobSet")).isEqualTo("False JobsReady");
        assertThat(situation.failed("set-a-0").pass().condition("Failed")).isEqualTo("True ReachedMaxRestarts");
    }

    @Test
    void blockingRecreateWaitsUntilAllOldJobsAreGone() { // JS-36, JS-82
        Situation situation = withPolicy("{maxRestarts: 1, restartStrategy: BlockingRecreate}")
                .failed("set-b-1")
                .pass()
                .pass()
                .gone("set-a-0")
                .gone("set-b-0");
        assertThat(ReconcileStepsTest.created(situation.decide())).isEmpty();
        assertThat(ReconcileStepsTest.created(situation.gone("set-b-1").decide()))
                .hasSize(3);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = { // JS-89a
                "{onJobFailureReasons: [PodFailurePolicy]}                            | set-b-0",
                "{onJobFailureReasons: [DeadlineExceeded]}                            | ",
                "{targetReplicatedJobs: [b]}                                          | set-b-1",
                "{targetReplicatedJobs: [b], onJobFailureReasons: [PodFailurePolicy]} | set-b-0",
                "{targetReplicatedJobs: [a], onJobFailureReasons: [PodFailurePolicy]} | ",
                "{onJobFailureMessagePatterns: ['exit code 4[0-9]']}                  | set-b-0",
                "{onJobFailureMessagePatterns: ['^exit code']}                        | ",
                "{onJobFailureMessagePatterns: ['(', 'exit']}                         | set-b-0",
                "{}                                                                   | set-a-0",
            })
    void theFirstRuleThatFitsSomeJobWinsAndTakesTheEarliestOfThem(String conditions, String job) {
        Situation situation = withPolicy(
                        "{maxRestarts: 9, rules: [" + conditions.strip().replaceFirst("}$", "")
                                + (conditions.strip().equals("{}") ? "" : ", ") + "name: r, action: FailJobSet}]}")
                .failed("set-a-0")
                .failed("set-b-1")
                .failed("set-b-0", "PodFailurePolicy", "container failed with exit code 42")
                .pass();

        if (job == null) {
            assertThat(situation.condition("RestartingJobSet")).isEqualTo("True DefaultFailurePolicy");
            assertThat(situation.message("RestartingJobSet")).endsWith("(first failed job: set-a-0)");
        } else {
            assertThat(situation.message("Failed"))
                    .isEqualTo("applying FailJobSet failure policy action (first failed job: " + job + ")");
        }
    }

    @Test
    void aSingleJobIsRestartedAlone() { // JS-39, JS-89
        Situation situation = Situation.of(
                        """
                        failurePolicy: {maxRestarts: 1, rules: [{name: r, action: RestartJob}]}
                        replicatedJobs: [{name: a}, {name: b, replicas: 3}]
                        """)
                .with(new JobSetFeatureGates(true, true))
                .pass()
                .failed("set-b-1");
        assertThat(situation.decide().events())
                .containsExactly(new Event(
                        true,
                        "RestartJobFailurePolicyAction",
                        "applying RestartJob failure policy action (first failed job: set-b-1)"));
        situation.pass();

        assertThat(Tree.list(
                        Tree.list(situation.jobSet(), "status", "replicatedJobsStatus")
                                .get(1),
                        "jobRestarts"))
                .containsExactly(0L, 1L, 0L);
        assertThat(situation.decide().changes()).containsExactly(new DeleteJob("set-b-1", "uid-set-b-1"));
        situation.pass().gone("set-b-1").pass();
        assertThat(Tree.text(situation.job("set-b-1"), "metadata", "labels", JobSetKeys.JOB_RESTART_ATTEMPT))
                .isEqualTo("1");
        assertThat(situation.condition("RestartingJobSet")).isEmpty();
        assertThat(situation.failed("set-a-0").pass().condition("Failed")).isEqualTo("True ReachedMaxRestarts");
    }

    @Test
    void restartsOfSingleJobsThatDoNotCountAreNotLimited() { // JS-89
        Situation situation = Situation.of(
                        """
                        failurePolicy: {rules: [{name: r, action: RestartJobAndIgnoreMaxRestarts}]}
                        replicatedJobs: [{name: a}]
                        """)
                .with(new JobSetFeatureGates(true, true))
                .pass();
        for (int i = 0; i < 3; i++) {
            situation.failed("set-a-0").pass().pass().gone("set-a-0").pass();
        }

        assertThat(Tree.child(Tree.list(situation.jobSet(), "status", "replicatedJobsStatus")
                        .get(0)))
                .containsEntry("jobRestarts", List.of(3L))
                .doesNotContainKey("jobRestartsCountTowardsMax");
        assertThat(situation.condition("Failed")).isEmpty();
    }
}
